/** How a purchase ended. */
import "server-only";
import type { Failure } from "./answers";
import type { HeldPage } from "./page-cache";

/** `credits`: what the purchase cost. Whoever waited for another's purchase paid nothing. */
export type Outcome =
  | { readonly kind: "page"; readonly page: HeldPage; readonly credits: number }
  | { readonly kind: "failure"; readonly failure: Failure };
