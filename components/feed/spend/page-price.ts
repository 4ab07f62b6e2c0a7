"use client";
import { LIMIT } from "@dealflow/contract/feeds";
import { useExplores } from "@/lib/client/host";
import { FREE, maxPrice, type Price } from "@/lib/format/price";

const PAGE = maxPrice(LIMIT.default);

/** What a page of rows may cost that is opened, or filtered anew. */
export function usePagePrice(): Price {
  return useExplores() ? FREE : PAGE;
}
