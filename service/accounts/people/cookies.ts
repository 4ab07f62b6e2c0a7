/** The cookie of a session: the library's form, written and read here, because the gate reads one on every request. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { parseCookies } from "better-call";
import type { Library } from "./library";

export interface SessionCookies {
  /** A `Set-Cookie` that opens the session with this token. */
  written(token: string): Promise<string>;
  /** A `Set-Cookie` that takes the cookie away. */
  ended(): Promise<string>;
  /** The token in a `Cookie` header; undefined when there is none that was written here. */
  tokenIn(header: string | undefined): Promise<string | undefined>;
}

export function openCookies(library: Library): SessionCookies {
  const described = library.$context.then(({ secret, authCookies: { sessionToken } }) => ({
    name: sessionToken.name,
    secure: sessionToken.attributes.secure === true,
    maxAge: sessionToken.attributes.maxAge ?? 0,
    signatureOf: (token: string) => createHmac("sha256", secret).update(token).digest(),
  }));

  async function cookie(value: string, maxAge: number): Promise<string> {
    const { name, secure } = await described;
    return `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  }

  return {
    async written(token) {
      const { maxAge, signatureOf } = await described;
      return cookie(encodeURIComponent(`${token}.${signatureOf(token).toString("base64")}`), maxAge);
    },
    ended: () => cookie("", 0),
    async tokenIn(header) {
      if (header === undefined) return undefined;
      const { name, signatureOf } = await described;
      const value = parseCookies(header).get(name) ?? "";
      const dot = value.lastIndexOf(".");
      const token = value.slice(0, Math.max(0, dot));
      const given = Buffer.from(value.slice(dot + 1), "base64");
      const expected = signatureOf(token);
      return token !== "" && given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
    },
  };
}
