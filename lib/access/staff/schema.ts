import { z } from "zod";

export const ROLES = ["owner", "editor", "viewer"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** How staff are known: an e-mail address in lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "has at most 254 characters")
  .pipe(z.email("must be an e-mail address"));

/** Long enough that 5 guesses in 15 minutes lead nowhere; short enough to be hashed at a bounded cost. */
export const Password = z.string().min(12, "has at least 12 characters").max(200, "has at most 200 characters");

/** Someone on the team, as staff see each other. */
export type StaffMember = {
  id: string;
  email: string;
  role: Role;
  active: boolean;
  hasPassword: boolean;
  /** When the open set-up link ends; null without one. */
  linkExpiresAt: Date | null;
  sessions: number;
  createdAt: Date;
  lastSignInAt: Date | null;
};

/** Who asks: a member of the staff whose session, role and state were read for this very request. */
export type SignedIn = { id: string; email: string; role: Role; sessionId: string };
