import { z } from "zod";

const MAX_ANSWER_CHARS = 20_000;
/** A credential's id has 1,023 bytes at most. */
const Id = z.base64url().min(1).max(1364);

const Json = z
  .string()
  .max(MAX_ANSWER_CHARS)
  .transform((text, { addIssue }): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      addIssue("is no JSON");
      return z.NEVER;
    }
  });

const answerOf = <Response extends z.ZodRawShape>(response: Response) =>
  Json.pipe(
    z.object({
      id: Id,
      rawId: Id,
      type: z.literal("public-key"),
      response: z.object({ clientDataJSON: z.base64url(), ...response }),
      clientExtensionResults: z.object({}).default({}),
    }),
  );

/** JSON of a browser that made a passkey (WebAuthn, RegistrationResponseJSON). */
export const NewPasskeyAnswer = answerOf({ attestationObject: z.base64url() });
/** JSON of a browser that signed with a passkey (AuthenticationResponseJSON). `userHandle` is the id of the member. */
export const PasskeyAnswer = answerOf({
  authenticatorData: z.base64url(),
  signature: z.base64url(),
  userHandle: z.base64url(),
});

export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };
