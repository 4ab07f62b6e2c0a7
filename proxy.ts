/** Gives every page its content security policy, with a nonce that only its own scripts carry. */
import { type NextRequest, NextResponse } from "next/server";

/** Set by next.config.mjs. */
declare const DEVELOPMENT: string | boolean;

const POLICY = "Content-Security-Policy";

function policy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${development ? " 'unsafe-eval'" : ""}`,
    // Rows are placed and bars are sized by style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export function proxy(request: NextRequest) {
  const value = policy(btoa(crypto.randomUUID()), String(DEVELOPMENT) === "true");
  // Next reads the nonce from the request's own policy and puts it on its scripts.
  const headers = new Headers(request.headers);
  headers.set(POLICY, value);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(POLICY, value);
  return response;
}

export const config = { matcher: ["/((?!api/|_next/|flags/|icon.svg).*)"] };
