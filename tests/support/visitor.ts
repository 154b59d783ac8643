import { newSender, type Reply, send } from "./api";

/** Fields have their initial values. */
export type Form = { label: string; action: string; method: string; fields: Record<string, string>; html: string };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

/** Browser without scripts: stores cookies, follows redirects and sends forms. */
export class Visitor {
  cookies = new Map<string, string>();
  readonly sender = newSender();
  at = "/";
  page: Reply | null = null;
  lastCookies: string[] = [];

  /** `origin`: Origin header of its forms. */
  constructor(
    readonly base: string,
    readonly origin = base,
  ) {}

  get html(): string {
    return this.page?.text ?? "";
  }

  get text(): string {
    const body = this.html.replace(/^.*<body[^>]*>/s, "").replace(/<(script|style)\b.*?<\/\1>/gs, " ");
    return toText(body.replace(/<(?!!)[^>]+>/g, " ")).replace(/\s+/g, " ");
  }

  async open(path: string): Promise<this> {
    return this.#follow(await this.request("GET", path), path);
  }

  /** Sends cookies; follows no redirect. */
  async request(method: string, path: string, headers: Record<string, string> = {}, payload?: string): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = { "x-forwarded-for": this.sender, ...(cookie && { cookie }), ...headers };
    const reply = await send(method, path, {
      base: this.base,
      headers: sent,
      ...(payload !== undefined && { payload }),
    });
    this.lastCookies = reply.headers.getSetCookie();
    for (const line of this.lastCookies) this.#keep(line);
    return reply;
  }

  /** `label`: the accessible name, or the text of the button. */
  forms(): Form[] {
    return [...this.html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = "", html = ""]) => ({
      label: attribute(attributes, "aria-label") ?? toText(/<button[^>]*>(.*?)<\/button>/s.exec(html)?.[1] ?? ""),
      action: attribute(attributes, "action") ?? "",
      method: (attribute(attributes, "method") ?? "get").toLowerCase(),
      fields: readFields(html),
      html,
    }));
  }

  form(label: string): Form {
    const found = this.forms().find((form) => form.label === label);
    if (!found) throw new Error(`no form "${label}" among ${this.forms().map((form) => form.label)}:\n${this.text}`);
    return found;
  }

  async submit(label: string, values: Record<string, string> = {}): Promise<this> {
    const { action, method, fields, html } = this.form(label);
    const all = { ...fields, ...values };
    const path = action.startsWith("/") ? action : this.at;
    if (method === "get") return this.open(`${path}?${new URLSearchParams(all)}`);
    const isAction = /name="\$ACTION_/.test(html);
    const { type, payload } = isAction ? toMultipart(all) : toUrlencoded(all);
    const headers = { "content-type": type, origin: this.origin, "content-length": String(Buffer.byteLength(payload)) };
    return this.#follow(await this.request("POST", path, headers, payload), path);
  }

  async signIn(email: string, password: string): Promise<this> {
    await this.open("/admin/sign-in");
    return this.submit("Sign in", { email, password });
  }

  async #follow(reply: Reply, path: string): Promise<this> {
    let last = reply;
    let at = path;
    for (let hops = 0; last.status >= 300 && last.status < 400; hops++) {
      if (hops === 10) throw new Error(`too many redirects, the last to ${at}`);
      const url = new URL(last.headers.get("location") ?? "", this.base + at);
      at = url.pathname + url.search;
      last = await this.request("GET", at);
    }
    this.page = last;
    this.at = at;
    return this;
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const name = pair.slice(0, pair.indexOf("="));
    const isGone = attributes.some((text) => /^max-age=0$/i.test(text) || /^expires=.*\b19\d\d\b/i.test(text));
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }
}

/** multipart/form-data, which Next's actions require. */
export function toMultipart(fields: Record<string, string>): { type: string; payload: string } {
  const boundary = "----form";
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { type: `multipart/form-data; boundary=${boundary}`, payload: `${parts.join("")}--${boundary}--\r\n` };
}

function toUrlencoded(fields: Record<string, string>): { type: string; payload: string } {
  return { type: "application/x-www-form-urlencoded", payload: new URLSearchParams(fields).toString() };
}

function readFields(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  const keep = (attributes: string, value: string) => {
    const name = attribute(attributes, "name");
    if (name !== undefined) fields[name] = value;
  };
  for (const [, attributes = ""] of html.matchAll(/<input\b([^>]*)>/g)) {
    keep(attributes, attribute(attributes, "value") ?? "");
  }
  for (const [, attributes = "", text = ""] of html.matchAll(/<textarea\b([^>]*)>(.*?)<\/textarea>/gs)) {
    keep(attributes, decode(text));
  }
  for (const [, attributes = "", inner = ""] of html.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)) {
    const options = [...inner.matchAll(/<option\b([^>]*)>/g)].map(([, option = ""]) => option);
    const chosen = options.find((option) => /\bselected\b/.test(option)) ?? options[0] ?? "";
    keep(attributes, attribute(chosen, "value") ?? "");
  }
  return fields;
}

function attribute(text: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(text)?.[1];
  return value === undefined ? undefined : decode(value);
}

function decode(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

function toText(html: string): string {
  return decode(html.replace(/<[^>]+>/g, ""));
}
