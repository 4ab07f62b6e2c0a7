/** Checks that a workspace keeps the records that it bought, and pays for each of them once. */
import type { Attempt } from "../faults/requests";
import type { Entry, History } from "./history";

/** The workspace owns the record at the end of the run. */
export interface OwnedRecord {
  readonly workspaceId: string;
  readonly id: string;
}

/** People alone own records; every delivery to an API key is charged. */
export function findOwnershipErrors(
  { accounts, attempts }: History,
  entries: readonly Entry[],
  owned: readonly OwnedRecord[],
): string[] {
  return accounts
    .filter(({ through }) => through === "session")
    .flatMap(({ name, workspaceId }) => {
      const own = attempts.filter(({ account, status }) => account.workspaceId === workspaceId && status === 200);
      const atEnd = new Set(owned.filter((record) => record.workspaceId === workspaceId).map(({ id }) => id));
      const credits = entries
        .filter((entry) => entry.workspaceId === workspaceId)
        .reduce((sum, entry) => sum + entry.credits, 0);
      const lost = [...new Set(own.flatMap(({ records }) => records))].filter((id) => !atEnd.has(id));
      return [
        ...lost.map((id) => `${name} does not own ${id}, which it received`),
        ...(credits === atEnd.size ? [] : [`${name} paid ${credits} credits for ${atEnd.size} records`]),
        ...findLapses(own).map((lapse) => `${name}: ${lapse}`),
      ];
    });
}

/**
 * Goes through the responses of a workspace in real time: what was delivered before a request began is not charged by it, and what
 * a list showed as owned is so in every later one.
 */
function findLapses(attempts: readonly Attempt[]): string[] {
  const delivered = createTimeline(attempts.filter(({ f }) => f === "purchase"));
  const seen = createTimeline(attempts.filter(({ f }) => f === "read"));
  return attempts
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .flatMap(({ f, path, startedAt, records, used, balance }) => {
      if (f === "read") {
        const missing = [...seen(startedAt)].filter((id) => !records.includes(id));
        return missing.map((id) => `a later list of ${path} does not show ${id} as owned`);
      }
      // The first response under a key may have been lost, so only one that charges now tells when it was charged.
      if (balance === undefined) return [];
      const earlier = delivered(startedAt);
      const fresh = new Set(records.filter((id) => !earlier.has(id))).size;
      return used <= fresh ? [] : [`${path} cost ${used} credits for ${fresh} records that were not owned`];
    });
}

/** Returns the records of all responses that had ended before an instant, which may only grow from call to call. */
function createTimeline(attempts: readonly Attempt[]): (before: number) => ReadonlySet<string> {
  const ended = attempts.toSorted((a, b) => a.endedAt - b.endedAt);
  const records = new Set<string>();
  let index = 0;
  return (before) => {
    for (let next = ended[index]; next !== undefined && next.endedAt < before; next = ended[++index])
      for (const id of next.records) records.add(id);
    return records;
  };
}
