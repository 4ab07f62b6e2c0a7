/**
 * Protects the pages of a foreign host by a password. A browser that entered it has a random token, stored here only as
 * a digest; a restart clears them all. Attempts are limited by address and in total, with increasing waits.
 */
import "server-only";
import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";
import { PasswordAttempts } from "./password-attempts";

export const UNLOCK_COOKIE = "dealflow_unlocked";
/** A browser stays unlocked this long (ms). */
export const UNLOCKED_MS = 7 * 24 * 60 * 60 * 1000;

/** This holds about 1,800 browsers. */
const TOKENS_BYTES = 512 * 1024;
const HASH_BYTES = 32;
/** This is longer than any real password, so that nobody makes the server hash huge inputs. */
const MAX_PASSWORD_LENGTH = 1_000;

const scryptAsync = promisify<string, Buffer, number, Buffer>(scrypt);

type Unlocked =
  | { readonly token: string }
  /** The password was wrong or, with a wait (ms), blocked without a check. */
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
      measureBytes: () => 0,
      ttlMs: UNLOCKED_MS,
      now,
    });
  }

  isUnlocked(token: string | undefined): boolean {
    return token !== undefined && this.#tokens.has(digest(token));
  }

  /** `address` is the browser's; unknown ones are counted as one. */
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

  revoke(token: string | undefined): void {
    if (token !== undefined) this.#tokens.delete(digest(token));
  }
}

function digest(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
