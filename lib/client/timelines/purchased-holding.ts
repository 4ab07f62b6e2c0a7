"use client";
/** What is known of a company from records that were bought elsewhere: rows of the feeds that are about it. */
import type { CompanyRecord } from "@dealflow/client/records";
import { useMemo } from "react";
import type { MergedTimeline, TimelineEvent } from "@/lib/api/timeline-part";
import type { PurchasedRecord } from "../purchased/purchased-record";
import { usePurchased, usePurchasedLoaded } from "../purchased/use-purchased";

type PurchasedLists = {
  readonly funding: readonly PurchasedRecord<"funding">[];
  readonly acquisitions: readonly PurchasedRecord<"acquisitions">[];
  readonly execMoves: readonly PurchasedRecord<"execMoves">[];
  readonly companies: readonly PurchasedRecord<"companies">[];
};

export interface PurchasedRecords {
  /** Undefined when nothing that is owned is about it, as far as that has been read. */
  readonly holding: MergedTimeline | undefined;
  /** Whether everything that this browser has stored has been read. */
  readonly read: boolean;
}

export function usePurchasedHolding(id: string): PurchasedRecords {
  const funding = usePurchased("funding");
  const acquisitions = usePurchased("acquisitions");
  const execMoves = usePurchased("execMoves");
  const companies = usePurchased("companies");
  const all = [
    usePurchasedLoaded("funding"),
    usePurchasedLoaded("acquisitions"),
    usePurchasedLoaded("execMoves"),
    usePurchasedLoaded("companies"),
  ];
  const holding = useMemo(
    () => purchasedHolding(id, { funding, acquisitions, execMoves, companies }),
    [id, funding, acquisitions, execMoves, companies],
  );
  return { holding, read: all.every(Boolean) };
}

/** Undefined when nothing that is owned is about it. */
export function purchasedHolding(id: string, purchased: PurchasedLists): MergedTimeline | undefined {
  const found: { at: string; company: CompanyRecord; event: TimelineEvent | undefined }[] = [];
  const add = (at: string, parties: readonly (CompanyRecord | null)[], event?: TimelineEvent) => {
    const company = parties.find((party) => party?.id?.toLowerCase() === id);
    if (company) found.push({ at, company, event });
  };
  const nothing = { funding: null, acquisition: null, execMove: null };
  for (const { purchasedAt, record } of purchased.funding)
    add(purchasedAt, [record.company], { kind: "funding", date: record.announcedAt, ...nothing, funding: record });
  for (const { purchasedAt, record } of purchased.acquisitions)
    add(purchasedAt, [record.target, record.acquirer], {
      kind: "acquisition",
      date: record.announcedAt,
      ...nothing,
      acquisition: record,
    });
  for (const { purchasedAt, record } of purchased.execMoves)
    add(purchasedAt, [record.company, record.fromCompany], {
      kind: "exec_move",
      date: record.announcedAt,
      ...nothing,
      execMove: record,
    });
  for (const { purchasedAt, record } of purchased.companies) add(purchasedAt, [record]);
  const newestFirst = found.sort((a, b) => b.at.localeCompare(a.at));
  const [newest] = newestFirst;
  const oldest = newestFirst.at(-1);
  if (newest === undefined || oldest === undefined) return undefined;
  const events = newestFirst.flatMap(({ event }) => event ?? []);
  const investors = events.flatMap(({ funding }) => funding?.investors ?? []);
  return {
    company: newest.company,
    investors: [...new Map(investors.map((investor) => [investor.id ?? investor.name, investor])).values()],
    events: events.sort((a, b) => (a.date ?? "").localeCompare(b.date ?? "")),
    whole: [],
    cut: [],
    purchasedAt: oldest.at,
    creditsUsed: null,
  };
}
