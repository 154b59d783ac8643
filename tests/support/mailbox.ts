import { SMTPServer } from "smtp-server";

/** Moments of a mail at its server: the last one is after its last byte, and before the answer to it. */
export const SMTP_STEPS = ["connected", "from", "to", "data", "taken"] as const;
export type SmtpStep = (typeof SMTP_STEPS)[number];

export type ReceivedMail = {
  /** Recipient of the envelope. */
  to: string;
  headers: ReadonlyMap<string, string>;
  text: string;
  html: string;
};

export type Mailbox = {
  /** For SMTP_URL. */
  url: string;
  /** What the server took, in order: a mail that came twice stands there twice. */
  received: ReceivedMail[];
  /** Waited for at each step. */
  at: (step: SmtpStep) => Promise<void>;
  /** SMTP code with which an address is refused; 0 takes it. */
  codeFor: (address: string) => number;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A mail server of this process. */
export async function openMailbox(): Promise<Mailbox> {
  const step = (name: SmtpStep, done: (error?: Error) => void) => mailbox.at(name).then(() => done(), done);
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onConnect: (_session, done) => void step("connected", done),
    onMailFrom: (_address, _session, done) => void step("from", done),
    onRcptTo: ({ address }, _session, done) => {
      const code = mailbox.codeFor(address);
      if (code === 0) void step("to", done);
      else done(Object.assign(new Error(`refused: ${address}`), { responseCode: code }));
    },
    onData: async (stream, { envelope }, done) => {
      let raw = "";
      await mailbox.at("data");
      try {
        for await (const chunk of stream) raw += chunk;
      } catch {
        // The sender ended in between: there is no mail.
        return;
      }
      const [to] = envelope.rcptTo;
      mailbox.received.push(readMail(to?.address ?? "", raw));
      void step("taken", done);
    },
  });
  // A sender that is killed.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    at: async () => {},
    codeFor: () => 0,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return mailbox;
}

function readMail(to: string, raw: string): ReceivedMail {
  const { headers, body } = readPart(raw);
  const boundary = /boundary="?([^";]+)/.exec(headers.get("content-type") ?? "")?.[1];
  const parts =
    boundary === undefined
      ? []
      : body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => readPart(part));
  const textOf = (type: string) => {
    const part = parts.find((one) => one.headers.get("content-type")?.startsWith(type));
    return part === undefined ? "" : decode(part.body, part.headers.get("content-transfer-encoding") ?? "");
  };
  return { to, headers, text: textOf("text/plain"), html: textOf("text/html") };
}

function readPart(raw: string) {
  const text = raw.replace(/^\r?\n/, "");
  const end = text.search(/\r?\n\r?\n/);
  const head = text.slice(0, end).replace(/\r?\n[ \t]+/g, " ");
  const headers = new Map(
    head.split(/\r?\n/).map((line): [string, string] => {
      const [name = "", ...value] = line.split(": ");
      return [name.toLowerCase(), value.join(": ")];
    }),
  );
  return { headers, body: text.slice(end).replace(/^\r?\n\r?\n/, "") };
}

function decode(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body.replaceAll("\r\n", "\n");
  const bytes = body
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}

/** Addresses of a mail's text that lead to a path of ours. */
export const linkIn = (mail: ReceivedMail | undefined, path: string): string =>
  new RegExp(`https?://[^/\\s]+(${path}\\?token=[\\w-]+)`).exec(mail?.text ?? "")?.[1] ?? "";
