import "server-only";

/** Next's bound of a server action. */
const MAX_BYTES = 1024 * 1024;

export type FormFault = "too long" | "unreadable";

/**
 * What is wrong with a form that is posted to a page, or with the call of an action by a script; Next would answer 500.
 * Null for what it can read, and for what is neither.
 */
export async function findFormFault(request: Request): Promise<FormFault | null> {
  const type = request.headers.get("content-type") ?? "";
  const isForm = type.startsWith("multipart/form-data");
  const isCall = request.headers.has("next-action");
  if (request.method !== "POST" || !(isForm || isCall)) return null;
  try {
    const bytes = await request.clone().arrayBuffer();
    if (bytes.byteLength > MAX_BYTES) return "too long";
    const form = isForm ? await new Response(bytes, { headers: { "content-type": type } }).formData() : new FormData();
    return isCall && !isOwnCall(form.get("0")) ? "unreadable" : null;
  } catch {
    return "unreadable";
  }
}

/** The scripts of this site call an action with the state of a form and the form itself, as React writes them: `$K1`. */
function isOwnCall(text: unknown): boolean {
  const references: string[] = [];
  const call: unknown = JSON.parse(typeof text === "string" ? text : "", (_, value: unknown) => {
    const isReference = typeof value === "string" && /^\$(?!\$|undefined$)/.test(value);
    if (isReference) references.push(value);
    return value;
  });
  const [form = "", ...others] = references;
  return others.length === 0 && /^\$K[0-9a-f]{1,4}$/.test(form) && Array.isArray(call) && call[1] === form;
}
