/** Each scope of an MCP client has the sentence that the person approves. */

export const SCOPES = {
  "read:funding": "Read funding rounds and their investors.",
  "read:acquisitions": "Read acquisitions and their prices.",
  "read:exec_moves": "Read executive hires and departures.",
  "read:companies": "Read companies and their timelines.",
  "read:investors": "Read investors and where they are based.",
} as const satisfies Readonly<Record<`read:${string}`, string>>;

export type Scope = keyof typeof SCOPES;

export const SCOPE_NAMES: readonly Scope[] = Object.keys(SCOPES).filter(isScope);

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}

/** A new connection may use this many credits a day (UTC), unless the person enters another number. */
export const DEFAULT_DAILY_ALLOWANCE = 500;
export const MAX_DAILY_ALLOWANCE = 1_000_000;
