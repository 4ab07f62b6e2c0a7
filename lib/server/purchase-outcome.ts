/** How a purchase ended. */
import "server-only";
import type { Failure } from "./error-responses";
import type { CachedPage } from "./page-cache";

/** `credits`: what the purchase cost. Whoever waited for another's purchase paid nothing. */
export type PurchaseOutcome =
  | { readonly kind: "page"; readonly page: CachedPage; readonly credits: number }
  | { readonly kind: "failure"; readonly failure: Failure };
