import "server-only";
import { cookieName, isSecure } from "@dealflow/contract/account/people";

/** RFC 6265 allows these characters in a cookie's value: none of them ends a header or starts another cookie. */
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,4096}$/;

/** Returns the first cookie with exactly that name, not decoded; undefined for a value that no cookie can have. */
export function readCookie(cookies: string | null, name: string): string | undefined {
  const pair = cookies?.split(/;\s*/).find((part) => part.startsWith(`${name}=`));
  const value = pair?.slice(name.length + 1);
  return value !== undefined && VALUE.test(value) ? value : undefined;
}

/** Writes a `Set-Cookie` for the whole dashboard, this host only, not readable by scripts. `seconds` 0 deletes it. */
export function createCookie(name: string, value: string, seconds: number, dashboardUrl: string): string {
  const parts = [`${cookieName(dashboardUrl, name)}=${value}`, "Path=/", `Max-Age=${seconds}`];
  return [...parts, "HttpOnly", "SameSite=Lax", ...(isSecure(dashboardUrl) ? ["Secure"] : [])].join("; ");
}
