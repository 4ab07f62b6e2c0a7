/** Creates random tokens. Only their digests are stored, so that reading the database grants nothing. */
import { hash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

export function generateToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Returns the digest that is stored of a token, key or code. They have so many random bits that a slow hash would protect nothing. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
