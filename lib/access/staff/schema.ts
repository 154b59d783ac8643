import { z } from "zod";

export const ROLES = ["owner", "editor", "viewer"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** E-mail address in lower case, which identifies a member of the staff. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "has at most 254 characters")
  .pipe(z.email("must be an e-mail address"));

/**
 * At least 12 characters, so that 5 guesses in 15 minutes are hopeless; at most 200, which bounds the cost of hashing.
 */
export const Password = z.string().min(12, "has at least 12 characters").max(200, "has at most 200 characters");

/** Member of the staff, as the others see it. */
export type StaffMember = {
  id: string;
  email: string;
  role: Role;
  active: boolean;
  hasPassword: boolean;
  /** End of the open set-up link; null without one. */
  linkExpiresAt: Date | null;
  sessions: number;
  createdAt: Date;
  lastSignInAt: Date | null;
};

/** Signed-in member of the staff; session, role and state were read for this request. */
export type SignedIn = { id: string; email: string; role: Role; sessionId: string };
