import { userInfo } from "node:os";

/**
 * What failed, in words for who ran it: a folder of another user is said so, with what to do.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function explainError(error) {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code !== "EACCES" && code !== "EPERM") return error.message;
  return `${path} cannot be written by ${userInfo().username}: another user made it. Give the whole folder to one user (chown -R), or clone it anew.`;
}
