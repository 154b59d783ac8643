import "server-only";
import { createTransport } from "nodemailer";

const WAIT_MS = 10_000;
const SOCKET_WAIT_MS = 60_000;

export type Sent =
  | { end: "sent" }
  /** The server of the address does not take this mail now, or ever; `code` is its answer. */
  | { end: "refused"; isForEver: boolean; code: number }
  /** Not this mail's fault: no connection, a sign-in that failed, a connection that broke. */
  | { end: "unknown"; mayHaveArrived: boolean; why: string };

type Outgoing = {
  messageId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

/** One connection a mail: a pool would send again by itself. Errors of the library name addresses, so none leaves here. */
export async function sendMail(url: string, mail: Outgoing): Promise<Sent> {
  const transport = createTransport({
    url,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: SOCKET_WAIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail(mail);
    return { end: "sent" };
  } catch (error) {
    return toEnd(error);
  } finally {
    transport.close();
  }
}

/** Of an address that the library itself refuses. */
const NOT_AN_ADDRESS = 553;
const BEFORE_ANY_MAIL = ["EDNS", "EAUTH", "ETLS"];

function toEnd(error: unknown): Sent {
  const { code, command, responseCode, syscall } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (code === "EENVELOPE" && command === "API") return { end: "refused", isForEver: true, code: NOT_AN_ADDRESS };
  const isOfMail = (code === "EENVELOPE" && command === "RCPT TO") || (code === "EMESSAGE" && command === "DATA");
  if (isOfMail && typeof responseCode === "number")
    return { end: "refused", isForEver: responseCode >= 500, code: responseCode };
  const why = typeof code === "string" ? code : "error";
  const isUnsent = BEFORE_ANY_MAIL.includes(why) || syscall === "connect" || typeof responseCode === "number";
  return { end: "unknown", mayHaveArrived: !isUnsent, why };
}
