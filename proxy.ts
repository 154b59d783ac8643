import { type NextRequest, NextResponse } from "next/server";
import { PATH_HEADER } from "@/lib/pages/path-header";

/** Tells pages their own path: a not-found page gets no parameters, and has to say what comes near. */
export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, request.nextUrl.pathname);
  return NextResponse.next({ request: { headers } });
}

// Pages only: no endpoint, no asset, no file.
export const config = { matcher: ["/((?!api/|_next/|admin|.*\\.).*)"] };
