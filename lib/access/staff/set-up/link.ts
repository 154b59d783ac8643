import "server-only";
import { publicUrl } from "@/lib/platform/env";

/** The token stands behind #, which no browser sends: it is in no log of a server or a proxy, and in no referrer. */
export const toSetupLink = (token: string): string => `${publicUrl()}/admin/set-up#${token}`;
