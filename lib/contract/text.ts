import { z } from "zod";

/** PostgreSQL cannot store the null character. */
export const StorableText = z.string().refine((text) => !text.includes("\0"), "holds a character that is no text");
