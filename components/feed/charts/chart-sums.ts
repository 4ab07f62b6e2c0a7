/** Adds up rows and amounts for charts: of loaded rows, or of everything that matches. */

import type { Counted, Summary } from "@dealflow/contract/account/summaries";
import { factsAt } from "@dealflow/contract/records/facts";

export interface Sum {
  readonly rows: number;
  readonly usd: number;
  readonly undisclosed: number;
  /** The amount contains the middles of bands, for rows that are not owned. */
  readonly about?: boolean | undefined;
  /** The number of rows is an estimate from a sample. */
  readonly approximate?: boolean | undefined;
  /** So is the number of undisclosed amounts; by default where that of rows is. */
  readonly aboutUndisclosed?: boolean | undefined;
  /** The sum of the owned records is set where the chart distinguishes them. */
  readonly owned?: { readonly rows: number; readonly usd: number } | undefined;
}

export const NOTHING: Sum = { rows: 0, usd: 0, undisclosed: 0 };

/** The result distinguishes owned records only when both sums do. */
export function plus(a: Sum, b: Sum): Sum {
  return {
    rows: a.rows + b.rows,
    usd: a.usd + b.usd,
    undisclosed: a.undisclosed + b.undisclosed,
    about: a.about || b.about,
    approximate: a.approximate || b.approximate,
    owned: a.owned && b.owned && { rows: a.owned.rows + b.owned.rows, usd: a.owned.usd + b.owned.usd },
  };
}

export function addSums([first = NOTHING, ...others]: readonly Sum[]): Sum {
  return others.reduce(plus, first);
}

/** Returns what is left of a sum without a part of it, whose numbers may be rounded. */
export function minus(all: Sum, part: Sum): Sum {
  const left = (read: (sum: Sum) => number) => Math.max(0, read(all) - read(part));
  return {
    rows: left(({ rows }) => rows),
    usd: left(({ usd }) => usd),
    undisclosed: left(({ undisclosed }) => undisclosed),
    about: all.about,
    approximate: all.approximate,
    owned: { rows: left(({ owned }) => owned?.rows ?? 0), usd: left(({ owned }) => owned?.usd ?? 0) },
  };
}

/** @param amount the path of the record's amount in US dollars, where records have any */
export function sumRecord(record: unknown, amount: string | undefined): Sum {
  const usd = amount === undefined ? undefined : factsAt(record, amount)[0];
  const isKnown = typeof usd === "number" && Number.isFinite(usd);
  return { rows: 1, usd: isKnown ? usd : 0, undisclosed: isKnown ? 0 : 1 };
}

/** A summary with known amounts does not say how many are unknown. */
export function sumCounted({ count, approximate, sumUsd, about, owned, ownedSumUsd }: Counted): Sum {
  return {
    rows: count,
    // A sum rounded to two digits may be less than an owned part of it.
    usd: Math.max(sumUsd ?? 0, ownedSumUsd),
    undisclosed: sumUsd === null ? count : 0,
    about,
    approximate,
    owned: { rows: owned, usd: ownedSumUsd },
  };
}

export function sumSummary({ total, approximate, owned, amounts, series }: Summary): Sum {
  const { count = 0, sumUsd = null, about = false } = amounts ?? {};
  const ownedUsd = series?.periods.reduce((sum, { ownedSumUsd }) => sum + ownedSumUsd, 0) ?? 0;
  return {
    rows: total,
    usd: sumUsd ?? 0,
    undisclosed: total - count,
    about,
    approximate,
    aboutUndisclosed: amounts?.approximate,
    owned: { rows: owned, usd: ownedUsd },
  };
}

/** Sampled counts of the parts may differ from that of all by this share. */
const SAMPLING_ERROR = 0.01;

/** Returns the sum of the rows that state none of the values; undefined without any. */
export function sumUnstated(all: Sum, stated: readonly Sum[]): Sum | undefined {
  const rest = minus(all, addSums(stated));
  return rest.rows <= (all.approximate ? all.rows * SAMPLING_ERROR : 0) ? undefined : rest;
}
