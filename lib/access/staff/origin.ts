import "server-only";
import { isOwnOrigin } from "@/lib/access/staff/roles/rules";
import { publicUrl } from "@/lib/platform/env";

export function isOwnPost(headers: Pick<Headers, "get">): boolean {
  return isOwnOrigin(headers.get("origin"), headers.get("host"), publicUrl());
}
