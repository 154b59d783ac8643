import "server-only";
import { publicUrl } from "@/lib/platform/env";
import { isOwnOrigin } from "./rules";

/** Checks that a post with these headers came from a page of this site. */
export function isOwnPost(headers: Pick<Headers, "get">): boolean {
  return isOwnOrigin(headers.get("origin"), headers.get("host"), publicUrl());
}
