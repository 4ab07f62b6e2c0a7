/** The session cookie: in the library's format, written and parsed here, because every request's authorization parses one. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { parseCookies } from "better-call";
import type { AuthLibrary } from "./auth-library";

export interface SessionCookies {
  /** A `Set-Cookie` that opens the session with this token. */
  serialize(token: string): Promise<string>;
  /** A `Set-Cookie` that deletes the cookie. */
  serializeExpired(): Promise<string>;
  /** The token in a `Cookie` header; undefined when there is none with a valid signature. */
  parseToken(header: string | undefined): Promise<string | undefined>;
}

export function createSessionCookies(library: AuthLibrary): SessionCookies {
  const settings = library.$context.then(({ secret, authCookies: { sessionToken } }) => ({
    name: sessionToken.name,
    secure: sessionToken.attributes.secure === true,
    maxAge: sessionToken.attributes.maxAge ?? 0,
    signatureOf: (token: string) => createHmac("sha256", secret).update(token).digest(),
  }));

  async function cookie(value: string, maxAge: number): Promise<string> {
    const { name, secure } = await settings;
    return `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  }

  return {
    async serialize(token) {
      const { maxAge, signatureOf: sign } = await settings;
      return cookie(encodeURIComponent(`${token}.${sign(token).toString("base64")}`), maxAge);
    },
    serializeExpired: () => cookie("", 0),
    async parseToken(header) {
      if (header === undefined) return undefined;
      const { name, signatureOf: sign } = await settings;
      const value = parseCookies(header).get(name) ?? "";
      const dot = value.lastIndexOf(".");
      const token = value.slice(0, Math.max(0, dot));
      const signature = Buffer.from(value.slice(dot + 1), "base64");
      const expected = sign(token);
      return token !== "" && signature.length === expected.length && timingSafeEqual(signature, expected)
        ? token
        : undefined;
    },
  };
}
