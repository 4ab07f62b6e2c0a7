import { BATCH } from "@dealflow/contract/timeline";
import { useQuery } from "@tanstack/react-query";
import { newRecordsPrice, quotePrice } from "@/lib/api/quote";
import type { IncludeName } from "@/lib/api/timeline-part";
import { exactPrice, maxPrice, type Price, UNKNOWN_PRICE_EACH } from "@/lib/format/price";
import { batchQuoteQuery } from "@/lib/queries/quotes";
import type { CompanyState } from "@/lib/queries/timelines";
import { useHost } from "../host";

/**
 * Returns undefined as the price while a quote is on its way, and whether companies have events in common, which are paid for once.
 */
export function useTimelinesPrice(
  companies: readonly { readonly id: string; readonly state: Pick<CompanyState, "quote" | "quoting"> }[],
  kinds: readonly IncludeName[],
): { readonly price: Price | undefined; readonly shared: boolean } {
  const ids = companies.map(({ id }) => id);
  const several = useHost().identity?.payOnce === true && ids.length > 1 && ids.length <= BATCH.max;
  const { data: together, isLoading } = useQuery({ ...batchQuoteQuery(ids), enabled: several });
  const prices = companies.map(({ state }) => state.quote && quotePrice(state.quote, kinds));
  const sum = prices.reduce<number>((before, price) => before + (price ?? Number.NaN), 0);
  if (isLoading || companies.some(({ state }) => state.quoting)) return { price: undefined, shared: false };
  if (several && together?.newRecords !== undefined) {
    const credits = newRecordsPrice(together.newRecords, kinds);
    return { price: exactPrice(credits), shared: credits < sum };
  }
  if (Number.isNaN(sum)) return { price: UNKNOWN_PRICE_EACH, shared: false };
  return { price: several ? maxPrice(sum) : exactPrice(sum), shared: false };
}
