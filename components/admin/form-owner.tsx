"use client";

import { createContext, type ReactNode } from "react";
import type { KeptForm } from "@/lib/access/staff/kept-form-schema";

type Owner = {
  /** Sealed id of the member whom the page was made for. */
  sealed: string;
  /** Forms that this member sent after the session had ended. */
  kept: readonly KeptForm[];
};

/** Member whom the forms of a page belong to; null on the pages before the sign-in. */
export const FormOwner = createContext<Owner | null>(null);

export function FormOwnerProvider({ owner, children }: { owner: Owner | null; children: ReactNode }) {
  return <FormOwner value={owner}>{children}</FormOwner>;
}
