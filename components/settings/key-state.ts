import type { AccountKey } from "@dealflow/contract/account/keys";

export type KeyState = "works" | "ending" | "ended";

/** An `ending` key was rolled and is valid for a limited time. `now` is in ms since 1970. */
export function keyState({ expiresAt, revokedAt }: AccountKey, now: number): KeyState {
  if (revokedAt !== null) return "ended";
  if (expiresAt === null) return "works";
  return Date.parse(expiresAt) > now ? "ending" : "ended";
}
