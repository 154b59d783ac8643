/** Fetches a page. Throws where it is none, or leads elsewhere. */
export async function readPage(url: URL | string, init?: RequestInit): Promise<Document> {
  const answer = await fetch(url, init);
  if (!answer.ok || answer.redirected) throw new Error("no page");
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}
