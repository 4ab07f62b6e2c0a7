/**
 * Stores the last known balance and spending of this browser, shared by all its tabs of a workspace. Every response and
 * every other tab reports here, and the balance of the highest sequence wins, in any order of arrival.
 */

import { type Query, type QueryClient, queryOptions, skipToken } from "@tanstack/react-query";
import { type MeterState, toMeter, UNKNOWN_METER } from "@/lib/api/dashboard";
import { currentWorkspace } from "@/lib/client/requests/fetch-dashboard";
import { getQueryClient } from "./client";

export const meterQuery = queryOptions<MeterState>({
  queryKey: ["meter"],
  // Reports are only merged: the result of a query function would replace what a purchase reported while it ran.
  queryFn: skipToken,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Returns the current state, for code outside of components. */
export function meterState(): MeterState {
  return getQueryClient().getQueryData(meterQuery.queryKey) ?? UNKNOWN_METER;
}

/** Applies the server's knowledge at the time of rendering. */
export function seedMeter(client: QueryClient, initial: MeterState): void {
  client.setQueryData(meterQuery.queryKey, (known) => (known === undefined ? initial : merge(known, initial)));
}

/** This channel reaches the other tabs of this workspace; it is undefined until the page listens to them. */
let tabs: BroadcastChannel | undefined;

/** Returns a function that ends it. */
export function listenToTabs(): () => void {
  const channel = new BroadcastChannel(`dealflow-meter.${currentWorkspace()}`);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    parseMeter(data).then(
      (received) => received && seedMeter(getQueryClient(), received),
      () => undefined,
    );
  };
  tabs = channel;
  return () => {
    channel.close();
    tabs = undefined;
  };
}

/** Applies a response's report, here and in the other tabs; a balance comes with its sequence. */
export function updateMeter(report: Partial<MeterState>): void {
  const known = meterState();
  const merged = merge(known, report);
  getQueryClient().setQueryData(meterQuery.queryKey, merged);
  tabs?.postMessage(merged);
  if (merged.sequence > known.sequence) void invalidateOwned();
}

/** Refetches data that a purchase changes: prices fall where records are paid for once, and summaries count them. */
async function invalidateOwned(): Promise<void> {
  const client = getQueryClient();
  const stale = [
    { queryKey: ["summary"] },
    { queryKey: ["owned"] },
    {
      queryKey: ["quote"],
      predicate: ({ state: { data } }: Query) =>
        data === undefined || (typeof data === "object" && data !== null && "newRecords" in data),
    },
  ];
  // A query that mounts meanwhile must not take them for fresh.
  for (const filter of stale) void client.invalidateQueries({ ...filter, refetchType: "none" });
  // A first response that is still on its way is older than the purchase, and an invalidation alone would wait for it.
  await Promise.all(stale.map((filter) => client.cancelQueries(filter)));
  await Promise.all(stale.map((filter) => client.invalidateQueries(filter)));
}

/** Fetches the balance, which is free. A failure changes nothing. */
export async function fetchBalance(): Promise<void> {
  try {
    // Loaded when they are needed: a feed's first load has no schema.
    const [{ CREDITS_PAGES }, { requestAccount }] = await Promise.all([
      import("@dealflow/contract/account/credits"),
      import("@/lib/client/requests/request-account"),
    ]);
    const reply = await requestAccount(CREDITS_PAGES.workspace);
    if (reply.ok) updateMeter(toMeter(reply.value));
  } catch {
    return;
  }
}

/** The highest balance only rises. A balance of null (positive, but unknown) replaces nothing but a 0. */
function merge(
  known: MeterState,
  { lastCost = known.lastCost, lastRequested = known.lastRequested, ...report }: Partial<MeterState>,
): MeterState {
  const latest = { ...known, lastCost, lastRequested };
  if (report.sequence !== undefined && report.sequence < known.sequence) return latest;
  if (report.balance === null && known.balance !== 0) return latest;
  const balance = report.balance === undefined ? known.balance : report.balance;
  const highest = Math.max(known.highest ?? 0, report.highest ?? 0, balance ?? 0);
  return { ...latest, ...report, highest: balance === null ? null : highest };
}

async function parseMeter(value: unknown): Promise<MeterState | undefined> {
  // The module is loaded on demand: a feed's first load has no schema.
  const { meterResponse } = await import("@/lib/api/dashboard-responses");
  return meterResponse.safeParse(value).data;
}
