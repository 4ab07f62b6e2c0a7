/**
 * Buys the rest of a result in batches of references, as its free list names them. What is owned has no reference, so
 * that starting again goes on where it ended. The requests are passed in.
 */
import type { ExplorePageResponse } from "@dealflow/contract/account/explore";
import { LIMIT } from "@dealflow/contract/feeds";
import type { Bought } from "./buy";

export interface BuyProgress {
  readonly records: number;
  readonly credits: number;
}

interface Run {
  /** A person agreed to this many records, each of which costs at most 1 credit. */
  readonly agreed: number;
  /** Reads a page of free rows that begins at a place of the list. */
  readonly readPage: (offset: number) => Promise<Pick<ExplorePageResponse, "rows" | "pagination">>;
  readonly buy: (references: readonly string[]) => Promise<Pick<Bought, "rows" | "creditsUsed">>;
  /** The purchase in progress is finished, and its result stays. */
  readonly isStopping: () => boolean;
  readonly onProgress: (progress: BuyProgress) => void;
}

/** Resolves when all that was agreed is bought, when nothing is left, or when it was stopped. */
export async function buyAll({ agreed, readPage, buy, isStopping, onProgress }: Run): Promise<BuyProgress> {
  let [records, credits] = [0, 0];
  const isOver = () => isStopping() || records >= agreed;
  const buyPage = async ({ rows }: Pick<ExplorePageResponse, "rows">) => {
    const references = rows.flatMap(({ preview }) => preview?.reference ?? []);
    const batch = references.slice(0, Math.min(LIMIT.max, agreed - records));
    if (batch.length === 0 || isStopping()) return;
    const bought = await buy(batch);
    records += bought.rows.length;
    credits += bought.creditsUsed;
    onProgress({ records, credits });
  };
  // Records that are stored or deleted meanwhile move the others, so the list is read again while that finds any.
  for (let before = -1; before < records && !isOver(); ) {
    before = records;
    let offset: number | undefined = 0;
    while (offset !== undefined && !isOver()) {
      const page: Awaited<ReturnType<Run["readPage"]>> = await readPage(offset);
      await buyPage(page);
      offset = page.pagination.hasMore && page.rows.length > 0 ? offset + page.rows.length : undefined;
    }
  }
  return { records, credits };
}
