/**
 * What this process knows of the workspaces' rate limits, so that a request over its limit is refused without asking the
 * database. Other processes can only have used more, so what is known is an upper bound: a refusal from it is always
 * right, and an admission is decided by the charge.
 */
import type { RateLimit } from "./charge";

/** Known workspaces, at most; beyond it the oldest are asked for again. */
const MAX_KNOWN = 10_000;

export interface Rates {
  /** Takes note of the tokens left by a charge that was sent at `sentAt` (ms of one steady clock). */
  note(workspaceId: string, tokens: number, sentAt: number): void;
  /** Tokens that the workspace has at most now; undefined: not known. */
  atMost(workspaceId: string, limit: RateLimit, now: number): number | undefined;
}

export function openRates(): Rates {
  const known = new Map<string, { tokens: number; sentAt: number }>();
  return {
    note(workspaceId, tokens, sentAt) {
      known.delete(workspaceId);
      for (const oldest of known.keys()) {
        if (known.size < MAX_KNOWN) break;
        known.delete(oldest);
      }
      known.set(workspaceId, { tokens, sentAt });
    },
    atMost(workspaceId, limit, now) {
      const held = known.get(workspaceId);
      if (held === undefined) return undefined;
      return Math.min(limit.burst, held.tokens + ((now - held.sentAt) / 60_000) * limit.perMinute);
    },
  };
}
