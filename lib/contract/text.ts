import { z } from "zod";

/** Without control characters and separators of lines. */
export const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;

/** PostgreSQL cannot store the null character. */
export const StorableText = z.string().refine((text) => !text.includes("\0"), "holds a character that is no text");
