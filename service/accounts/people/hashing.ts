/**
 * Passwords are hashed by the sign-in library's own function, which takes a processor for 40 ms and 32 MB: no more than
 * two at once, so that sign-ins stall neither each other's memory nor the threads that the feed's answers need.
 */
import { randomBytes } from "node:crypto";
import { hashPassword, verifyPassword } from "better-auth/crypto";

const AT_ONCE = 2;

export interface Hashing {
  readonly hash: (password: string) => Promise<string>;
  /** Takes the same time without a hash, and is then false: who asks does not learn that there is none. */
  readonly verify: (hash: string | null, password: string) => Promise<boolean>;
}

export function openHashing(): Hashing {
  const waiting: (() => void)[] = [];
  let running = 0;
  let nobodys: Promise<string> | undefined;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes this one's place, so that nobody who comes later is first.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  const hash = (password: string) => inTurn(() => hashPassword(password));
  return {
    hash,
    async verify(given, password) {
      nobodys ??= hash(randomBytes(24).toString("base64url"));
      const known = given ?? (await nobodys);
      const same = await inTurn(() => verifyPassword({ hash: known, password }));
      return given !== null && same;
    },
  };
}
