import { z } from "zod";

/** Text that may be asked for and stored: PostgreSQL has no place for the null character. */
export const StorableText = z.string().refine((text) => !text.includes("\0"), "holds a character that is no text");
