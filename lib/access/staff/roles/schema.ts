import { z } from "zod";

export const ROLES = ["owner", "editor", "viewer"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** In lower case; identifies a staff member. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "has at most 254 characters")
  .pipe(z.email("must be an e-mail address"));

/** The minimum makes 5 guesses in 15 minutes hopeless; the maximum bounds the cost of hashing. */
export const Password = z.string().min(12, "has at least 12 characters").max(200, "has at most 200 characters");

export type StaffMember = {
  id: string;
  email: string;
  role: Role;
  active: boolean;
  hasPassword: boolean;
  passkeys: number;
  linkExpiresAt: Date | null;
  sessions: number;
  createdAt: Date;
  lastSignInAt: Date | null;
  linkAskedAt: Date | null;
};

export type SignedIn = { id: string; email: string; role: Role; sessionId: string; signedInAt: Date };

export type StaffSession = { id: string; at: Date; expiresAt: Date; address: string | null };
