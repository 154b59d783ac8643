import { z } from "zod";

/** Text without the null character, which PostgreSQL cannot store or compare. */
export const StorableText = z.string().refine((text) => !text.includes("\0"), "holds a character that is no text");
