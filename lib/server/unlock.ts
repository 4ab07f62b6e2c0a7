/**
 * The password before the pages of a foreign host. A browser that gave it holds a random token, known here by its digest
 * alone; a restart forgets them all. Guesses are counted by address and in all, and wait longer each time.
 */
import "server-only";
import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";
import { PasswordAttempts } from "./password-attempts";

export const UNLOCK_COOKIE = "dealflow_unlocked";
/** How long a browser stays unlocked, in ms. */
export const UNLOCKED_MS = 7 * 24 * 60 * 60 * 1000;

/** Room for about 1,800 browsers. */
const TOKENS_BYTES = 512 * 1024;
const HASH_BYTES = 32;
/** Longer than any password of a person: nobody makes the server hash a book. */
const MAX_PASSWORD_LENGTH = 1_000;

const scryptAsync = promisify<string, Buffer, number, Buffer>(scrypt);

export type Unlocked =
  | { readonly token: string }
  /** Wrong; or, when it says how long to wait (ms), not looked at. */
  | { readonly waitMs: number | undefined };

export class Unlock {
  readonly #salt = randomBytes(16);
  readonly #expected: Promise<Buffer>;
  readonly #attempts: PasswordAttempts;
  readonly #tokens: BoundedCache<true>;

  constructor(password: string, now: () => number = Date.now) {
    this.#expected = this.#hash(password);
    this.#attempts = new PasswordAttempts(now);
    this.#tokens = createCache<true>({
      name: "unlocked browsers",
      maxBytes: TOKENS_BYTES,
      sizeOf: () => 0,
      ttlMs: UNLOCKED_MS,
      now,
    });
  }

  isUnlocked(token: string | undefined): boolean {
    return token !== undefined && this.#tokens.has(digest(token));
  }

  /** `address`: of the browser; undefined ones are counted as one. */
  async attempt(password: string, address = "unknown"): Promise<Unlocked> {
    const waitMs = this.#attempts.start(address);
    if (waitMs !== undefined) return { waitMs };
    const given = await this.#hash(password);
    if (!timingSafeEqual(given, await this.#expected)) return { waitMs: undefined };
    this.#attempts.reset(address);
    const token = randomBytes(32).toString("base64url");
    this.#tokens.set(digest(token), true);
    return { token };
  }

  #hash(text: string): Promise<Buffer> {
    return scryptAsync(text.slice(0, MAX_PASSWORD_LENGTH), this.#salt, HASH_BYTES);
  }

  /** Signs a browser out. */
  end(token: string | undefined): void {
    if (token !== undefined) this.#tokens.delete(digest(token));
  }
}

function digest(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
