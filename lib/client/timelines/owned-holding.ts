"use client";
/** What is known of a company from records that were bought elsewhere: rows of the feeds that are about it. */
import { useMemo } from "react";
import type { CompanyRecord } from "@/lib/api/records";
import type { MergedTimeline, TimelineEvent } from "@/lib/api/timeline-part";
import type { OwnedRecord } from "../owned/owned-record";
import { useOwned, useOwnedRead } from "../owned/use-owned";

type OwnedLists = {
  readonly funding: readonly OwnedRecord<"funding">[];
  readonly acquisitions: readonly OwnedRecord<"acquisitions">[];
  readonly execMoves: readonly OwnedRecord<"execMoves">[];
  readonly companies: readonly OwnedRecord<"companies">[];
};

interface Owned {
  /** Undefined when nothing that is owned is about it, as far as that has been read. */
  readonly holding: MergedTimeline | undefined;
  /** Whether everything that this browser keeps has been read. */
  readonly read: boolean;
}

export function useOwnedHolding(id: string): Owned {
  const funding = useOwned("funding");
  const acquisitions = useOwned("acquisitions");
  const execMoves = useOwned("execMoves");
  const companies = useOwned("companies");
  const all = [
    useOwnedRead("funding"),
    useOwnedRead("acquisitions"),
    useOwnedRead("execMoves"),
    useOwnedRead("companies"),
  ];
  const holding = useMemo(
    () => ownedHolding(id, { funding, acquisitions, execMoves, companies }),
    [id, funding, acquisitions, execMoves, companies],
  );
  return { holding, read: all.every(Boolean) };
}

/** Undefined when nothing that is owned is about it. */
export function ownedHolding(id: string, owned: OwnedLists): MergedTimeline | undefined {
  const found: { at: string; company: CompanyRecord; event: TimelineEvent | undefined }[] = [];
  const add = (at: string, parties: readonly (CompanyRecord | null)[], event?: TimelineEvent) => {
    const company = parties.find((party) => party?.id?.toLowerCase() === id);
    if (company) found.push({ at, company, event });
  };
  const nothing = { funding: null, acquisition: null, execMove: null };
  for (const { heldAt, record } of owned.funding)
    add(heldAt, [record.company], { kind: "funding", date: record.announcedAt, ...nothing, funding: record });
  for (const { heldAt, record } of owned.acquisitions)
    add(heldAt, [record.target, record.acquirer], {
      kind: "acquisition",
      date: record.announcedAt,
      ...nothing,
      acquisition: record,
    });
  for (const { heldAt, record } of owned.execMoves)
    add(heldAt, [record.company, record.fromCompany], {
      kind: "exec_move",
      date: record.announcedAt,
      ...nothing,
      execMove: record,
    });
  for (const { heldAt, record } of owned.companies) add(heldAt, [record]);
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
    heldAt: oldest.at,
  };
}
