/** Which sums of amounts are shown, so that none discloses what one record is about. */
import { FEWEST_AMOUNTS } from "@/lib/contract/account-summaries";

interface KnownSum {
  /** How many amounts are in the sum. */
  readonly known: number;
  /** Cents. */
  readonly sum: number;
}

/**
 * US dollars; null where fewer than `FEWEST_AMOUNTS` amounts are behind a sum, and also for the smallest of the others
 * where the ones left out would together follow from the whole.
 */
export function visibleSums(parts: readonly KnownSum[]): (number | null)[] {
  const hidden = new Set(parts.filter(({ known }) => known < FEWEST_AMOUNTS));
  const missing = [...hidden].reduce((sum, { known }) => sum + known, 0);
  if (missing > 0 && missing < FEWEST_AMOUNTS) {
    const [smallest] = parts.filter((part) => !hidden.has(part)).sort((a, b) => a.known - b.known);
    if (smallest !== undefined) hidden.add(smallest);
  }
  return parts.map((part) => (hidden.has(part) ? null : part.sum / 100));
}
