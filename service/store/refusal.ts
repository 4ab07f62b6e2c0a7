/** Refuses requests before their work begins. */

const REASONS = {
  cancelled: "the client is gone",
  overloaded: "too many requests wait",
  locked: "another transaction has locked the workspace for too long",
  unavailable: "no connection is free, and the database does not respond",
} as const;

/** Nothing was done or charged for the request, nor will be. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";

  constructor(readonly reason: keyof typeof REASONS) {
    super(REASONS[reason]);
  }
}

/** They are made once, because a stack trace for each took 50 µs, more than anything else of a refusal. */
export const REFUSALS = {
  cancelled: new RequestRefused("cancelled"),
  overloaded: new RequestRefused("overloaded"),
  locked: new RequestRefused("locked"),
  unavailable: new RequestRefused("unavailable"),
} as const;
