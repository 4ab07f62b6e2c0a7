/**
 * Passwords are hashed by the sign-in library's own function, which takes a processor for 40 ms and 32 MB: at most
 * two at once, so that sign-ins starve neither each other's memory nor the threads that feed responses need.
 */
import { randomBytes } from "node:crypto";
import { hashPassword, verifyPassword } from "better-auth/crypto";

const MAX_CONCURRENT = 2;
/** Beyond this queue length no request would be answered in time. */
const MAX_WAITING = 100;

/** The queue of passwords to hash is full. */
export class TooBusy extends Error {
  override readonly name = "TooBusy";
}

export interface Hashing {
  readonly hash: (password: string) => Promise<string>;
  /** Takes the same time without a hash, and is then false: the caller cannot tell that there is none. */
  readonly verify: (hash: string | null, password: string) => Promise<boolean>;
}

/** @param library hashes and compares */
export function createHashing(library = { hashPassword, verifyPassword }): Hashing {
  const waiting: (() => void)[] = [];
  let running = 0;
  const dummyHash = library.hashPassword(randomBytes(24).toString("base64url"));
  // Reported to the caller that needs it, not to the process.
  dummyHash.catch(() => undefined);

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

  const hash = (password: string) => limitConcurrency(() => library.hashPassword(password));
  return {
    hash,
    async verify(passwordHash, password) {
      // Outside of the limit, and once: the first unknown account must not be recognizable by its timing.
      const storedHash = passwordHash ?? (await dummyHash);
      const matches = await limitConcurrency(() => library.verifyPassword({ hash: storedHash, password }));
      return passwordHash !== null && matches;
    },
  };
}
