const SUBJECT = "API key for Price Atlas";
const BODY = ["What it is for:", "Who answers for it:", "Requests a minute:", ""].join("\r\n");

/** Accepts a URL or an e-mail address; null without one. */
export function toKeyRequestHref(contact: string | null): string | null {
  if (contact === null || !contact.startsWith("mailto:")) return contact;
  const fields = Object.entries({ subject: SUBJECT, body: BODY });
  const query = fields.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join("&");
  return `${contact}${contact.includes("?") ? "&" : "?"}${query}`;
}
