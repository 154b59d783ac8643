import "server-only";
import { isIP } from "node:net";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from "@simplewebauthn/server";
import { decodeAttestationObject } from "@simplewebauthn/server/helpers";
import type { z } from "zod";
import { publicUrl } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { makeChallenge, readChallenge } from "./challenge";
import { NewPasskeyAnswer, type PasskeyAnswer } from "./schema";

/** `challenge`: the number of what was signed, which counts once. */
type Signed = { challenge: string; counter: bigint };
export type NewPasskey = Signed & { credentialId: string; publicKey: Uint8Array<ArrayBuffer> };
export type StoredPasskey = { staffId: string; credentialId: string; publicKey: Uint8Array<ArrayBuffer> };
type Member = { id: string; email: string; sessionId: string };

/** Passkeys belong to the name of a host; an address of numbers has none. */
export const canHavePasskeys = (): boolean => isIP(new URL(publicUrl()).hostname.replace(/^\[|\]$/g, "")) === 0;

/** What a browser needs to sign in. Only `browser` can answer it. */
export async function offerSignIn(browser: string) {
  const challenge = makeChallenge(ofBrowser(browser));
  const made = await generateAuthenticationOptions({ rpID: rpId(), challenge, userVerification: "required" });
  return withoutExtensions(made);
}

/** What a browser needs to make a passkey; a device that has one of `known` makes no other. */
export async function offerPasskey(member: Member, known: readonly string[]) {
  const made = await generateRegistrationOptions({
    rpName: "Price Atlas staff",
    rpID: rpId(),
    challenge: makeChallenge(ofSession(member)),
    userID: Uint8Array.from(Buffer.from(member.id)),
    userName: member.email,
    userDisplayName: member.email,
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return withoutExtensions(made);
}

/** Null for whatever is no answer of a device to an offer of this member's session. */
export function readNewPasskey(sent: string, member: Member): Promise<NewPasskey | null> {
  return orRefused(async () => {
    const response = NewPasskeyAnswer.parse(sent);
    refuseCertificates(response.response.attestationObject);
    const { expectation, read } = expectChallenge(ofSession(member));
    const { registrationInfo } = await verifyRegistrationResponse({ response, ...expectation });
    if (registrationInfo === undefined) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { challenge: read(), counter: BigInt(counter), credentialId: id, publicKey };
  });
}

/** Null unless this passkey answered an offer to this browser. The counter is the caller's to compare. */
export function verifySignIn(
  response: z.infer<typeof PasskeyAnswer>,
  { staffId, credentialId, publicKey }: StoredPasskey,
  browser: string,
): Promise<Signed | null> {
  return orRefused(async () => {
    const isMembers = Buffer.from(response.response.userHandle, "base64url").toString() === staffId;
    if (!isMembers || response.id !== credentialId) return null;
    const { expectation, read } = expectChallenge(ofBrowser(browser));
    const credential: WebAuthnCredential = { id: credentialId, publicKey, counter: 0 };
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      credential,
      ...expectation,
    });
    return verified ? { challenge: read(), counter: BigInt(authenticationInfo.newCounter) } : null;
  });
}

function withoutExtensions<Offer extends { extensions?: unknown }>({ extensions: _, ...offer }: Offer) {
  return offer;
}

const rpId = () => new URL(publicUrl()).hostname;
const ofBrowser = (browser: string) => `browser ${browser}`;
const ofSession = ({ id, sessionId }: Member) => `session ${sessionId} of ${id}`;

function expectChallenge(holder: string) {
  let number: string | null = null;
  return {
    expectation: {
      expectedChallenge: (sent: string) => {
        number = readChallenge(sent, holder);
        return number !== null;
      },
      expectedOrigin: new URL(publicUrl()).origin,
      expectedRPID: rpId(),
      requireUserVerification: true,
    },
    read: () => number ?? "",
  };
}

/** The library asks the servers that a certificate names for those that were revoked. Nobody here asks for certificates. */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, "base64url")));
  const form = attestation.get("fmt");
  const isPlain = form === "none" || (form === "packed" && attestation.get("attStmt").get("x5c") === undefined);
  if (!isPlain) throw new Error(`an attestation of the form ${form}`);
}

/** The library throws for whatever it refuses. */
async function orRefused<T>(verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify();
  } catch (error) {
    log().info({ reason: error instanceof Error ? error.message.slice(0, 200) : "" }, "a passkey was refused");
    return null;
  }
}
