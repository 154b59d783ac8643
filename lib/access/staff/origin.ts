import "server-only";
import { publicUrl } from "@/lib/platform/env";
import { isOwnOrigin } from "./rules";

export function isOwnPost(headers: Pick<Headers, "get">): boolean {
  return isOwnOrigin(headers.get("origin"), headers.get("host"), publicUrl());
}
