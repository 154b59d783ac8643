import "server-only";

/** The secret of a mail, from the form of our page or from the address that a mail program posts to. */
export async function readMailToken(request: Request): Promise<{ token: string; isOneClick: boolean }> {
  const form = await request.formData().catch(() => new FormData());
  const token = form.get("token") ?? new URL(request.url).searchParams.get("token") ?? "";
  return { token: String(token), isOneClick: form.get("List-Unsubscribe") === "One-Click" };
}

export const seeOther = (address: string): Response =>
  new Response(null, { status: 303, headers: { "Cache-Control": "no-store", Location: address } });
