/**
 * Hashes passwords with scrypt, which takes a processor for 40 ms and 32 MB. At most two run together, so that sign-ins
 * starve neither each other's memory nor the threads that feed responses need.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** Stored hashes do not name these: changing them needs a format that does. Node's own memory limit is below what they take. */
const SCRYPT = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 } satisfies ScryptOptions;
const SALT_BYTES = 16;
const KEY_BYTES = 64;

const MAX_CONCURRENT = 2;
/** Beyond this queue length no request would be served in time. */
const MAX_WAITING = 100;

export class TooBusy extends Error {
  override readonly name = "TooBusy";
}

export type Hashing = ReturnType<typeof createHashing>;

/**
 * @param cost tests pass a lower one, and the same to verify the hash
 * @returns salt and key in hexadecimal, with a colon between them
 */
export async function hashPassword(password: string, cost: number = SCRYPT.N): Promise<string> {
  const salt = randomBytes(SALT_BYTES).toString("hex");
  return `${salt}:${(await deriveKey(password, salt, cost)).toString("hex")}`;
}

export async function verifyPassword(hash: string, password: string, cost: number = SCRYPT.N): Promise<boolean> {
  const [salt = "", hex = ""] = hash.split(":");
  const expected = Buffer.from(hex, "hex");
  if (salt === "" || expected.length !== KEY_BYTES) throw new Error("a stored password hash is malformed");
  return timingSafeEqual(await deriveKey(password, salt, cost), expected);
}

/** The key is derived from the normalized password, since systems write the same letters differently. The salt is used as its hexadecimal text. */
function deriveKey(password: string, salt: string, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, { ...SCRYPT, N: cost }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

export function createHashing(functions = { hashPassword, verifyPassword }) {
  const waiting: (() => void)[] = [];
  let running = 0;
  // No password has this hash. Verifying it takes as long as any other, also for the first unknown account.
  const dummyHash = `${randomBytes(SALT_BYTES).toString("hex")}:${randomBytes(KEY_BYTES).toString("hex")}`;

  async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
    if (waiting.length >= MAX_WAITING) throw new TooBusy("too many passwords wait to be hashed");
    if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The next in the queue takes over this slot, so that no later caller overtakes it.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  const hash = (password: string) => limitConcurrency(() => functions.hashPassword(password));
  return {
    hash,
    /** Takes the same time without a hash, and then returns false: the caller cannot notice that there is none. */
    async verify(passwordHash: string | null, password: string) {
      const matches = await limitConcurrency(() => functions.verifyPassword(passwordHash ?? dummyHash, password));
      return passwordHash !== null && matches;
    },
  };
}
