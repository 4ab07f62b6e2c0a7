/** The outcome of a purchase. */
import "server-only";
import type { Failure } from "./error-responses";
import type { CachedPage } from "./page-cache";

/** `credits`: what the purchase cost. Requests that shared it paid nothing. */
export type PurchaseOutcome =
  | { readonly kind: "page"; readonly page: CachedPage; readonly credits: number }
  | { readonly kind: "failure"; readonly failure: Failure };
