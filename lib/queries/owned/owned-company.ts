/** Collects the owned records about a company whose timeline was not bought. */

import type { CompanyRecord } from "@dealflow/client/records";
import { COMPANY_ID_PARAMETER } from "@dealflow/contract/feed-filters";
import type { EventFeedName } from "@dealflow/contract/feeds";
import { compareDates } from "@dealflow/contract/records/periods";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { MergedTimeline, TimelineEvent } from "@/lib/api/timeline-part";
import { WHEN_ONLINE } from "../client";
import { type OwnedRow, ownedRecordQuery, usePaysOnce } from "./owned";

interface OwnedRows {
  readonly funding: readonly OwnedRow<"funding">[];
  readonly acquisitions: readonly OwnedRow<"acquisitions">[];
  readonly execMoves: readonly OwnedRow<"execMoves">[];
  readonly companies: readonly OwnedRow<"companies">[];
}

export type OwnedCompany = ReturnType<typeof useOwnedCompany>;

function ownedCompanyQuery(id: string) {
  return queryOptions({
    queryKey: ["owned", "company", id],
    queryFn: async ({ client }) => {
      const { readOwnedEvents } = await import("./owned-events");
      const readEvents = async <F extends EventFeedName>(feed: F) => {
        const rows = await readOwnedEvents(feed, { [COMPANY_ID_PARAMETER]: id });
        // A record's sheet then needs no request.
        for (const row of rows) client.setQueryData(ownedRecordQuery(feed, row.key).queryKey, row);
        return rows;
      };
      const [funding, acquisitions, execMoves, company] = await Promise.all([
        readEvents("funding"),
        readEvents("acquisitions"),
        readEvents("execMoves"),
        client.fetchQuery(ownedRecordQuery("companies", id)),
      ]);
      return (
        ownedHolding(id, { funding, acquisitions, execMoves, companies: company === null ? [] : [company] }) ?? null
      );
    },
    ...WHEN_ONLINE,
  });
}

/**
 * Returns undefined as the `holding` when no owned record is known to be about the company.
 * @param needed requests nothing when false
 */
export function useOwnedCompany(id: string, needed: boolean) {
  const enabled = usePaysOnce() && needed;
  const { data, isPending } = useQuery({ ...ownedCompanyQuery(id), enabled });
  return { holding: data ?? undefined, read: !enabled || !isPending };
}

export function ownedHolding(id: string, owned: OwnedRows): MergedTimeline | undefined {
  const found: { at: string; company: CompanyRecord; event: TimelineEvent | undefined }[] = [];
  const add = (at: string, parties: readonly (CompanyRecord | null)[], event?: TimelineEvent) => {
    const company = parties.find((party) => party?.id?.toLowerCase() === id);
    if (company) found.push({ at, company, event });
  };
  const nothing = { funding: null, acquisition: null, execMove: null };
  for (const { purchasedAt, record } of owned.funding)
    add(purchasedAt, [record.company], { kind: "funding", date: record.announcedAt, ...nothing, funding: record });
  for (const { purchasedAt, record } of owned.acquisitions)
    add(purchasedAt, [record.target, record.acquirer], {
      kind: "acquisition",
      date: record.announcedAt,
      ...nothing,
      acquisition: record,
    });
  for (const { purchasedAt, record } of owned.execMoves)
    add(purchasedAt, [record.company, record.fromCompany], {
      kind: "exec_move",
      date: record.announcedAt,
      ...nothing,
      execMove: record,
    });
  for (const { purchasedAt, record } of owned.companies) add(purchasedAt, [record]);
  const newestFirst = found.sort((a, b) => b.at.localeCompare(a.at));
  const [newest] = newestFirst;
  const oldest = newestFirst.at(-1);
  if (newest === undefined || oldest === undefined) return undefined;
  const events = newestFirst.flatMap(({ event }) => event ?? []);
  const investors = events.flatMap(({ funding }) => funding?.investors ?? []);
  return {
    company: newest.company,
    investors: [...new Map(investors.map((investor) => [investor.id ?? investor.name, investor])).values()],
    events: events.sort((a, b) => compareDates(a.date, b.date)),
    whole: [],
    cut: [],
    purchasedAt: oldest.at,
    creditsUsed: null,
  };
}
