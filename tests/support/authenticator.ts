import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

type Asked = { challenge: string; origin: string };

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();

/** A device with one passkey, in software; what it is told to change makes it lie. */
export class Authenticator {
  readonly id = toText(randomBytes(16));
  readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  counter = 1;
  flags = USER_PRESENT | USER_VERIFIED;

  constructor(
    readonly userId: string,
    public rpId = "localhost",
  ) {}

  /** Its public key, as it is stored. */
  get publicKey(): Uint8Array {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const point = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2] as const,
        [3, -7] as const,
        [-1, 1] as const,
        [-2, point(x)] as const,
        [-3, point(y)] as const,
      ]),
    );
  }

  /** The answer to an offer to make a passkey. */
  make(asked: Asked, { fmt = "none", attStmt = new Map() }: { fmt?: string; attStmt?: Map<string, unknown> } = {}) {
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = [Buffer.alloc(16), length, id, this.publicKey];
    const authData = new Uint8Array(Buffer.concat([this.#head(HAS_KEY), ...credential]));
    const attestation = new Map<string, unknown>([
      ["fmt", fmt],
      ["attStmt", attStmt],
      ["authData", authData],
    ]);
    return this.#answer({
      clientDataJSON: toClientData("webauthn.create", asked),
      attestationObject: toText(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
    });
  }

  /** The answer to an offer to sign in. */
  use(asked: Asked, userId = this.userId) {
    this.counter += 1;
    const authData = this.#head();
    const clientDataJSON = toClientData("webauthn.get", asked);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    return this.#answer({
      clientDataJSON,
      authenticatorData: toText(authData),
      userHandle: toText(Buffer.from(userId)),
      signature: toText(sign("sha256", signed, this.keys.privateKey)),
    });
  }

  #head(more = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.rpId), Buffer.from([this.flags | more]), counter]);
  }

  #answer(response: object): string {
    return JSON.stringify({ id: this.id, rawId: this.id, type: "public-key", response, clientExtensionResults: {} });
  }
}

const toClientData = (type: string, { challenge, origin }: Asked) =>
  toText(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));

/** What a page asks its browser to sign. */
export function readChallengeOf(html: string): string {
  const [, challenge] = /\\?"challenge\\?":\\?"([\w-]+)/.exec(html) ?? [];
  if (challenge === undefined) throw new Error("the page asks for no passkey");
  return challenge;
}
