import type { Counted, Summary } from "@dealflow/contract/account/summaries";
import { environmentManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { retrySummary, summaryQuery } from "./summaries";

afterEach(() => {
  vi.useRealTimers();
  environmentManager.setIsServer(() => typeof window === "undefined");
});

const FUNDING = { feed: "funding", scope: "all" } as const;
const counted = (count: number): Counted => ({ count, sumUsd: null, about: false, owned: 0, ownedSumUsd: 0 });
const ROUNDS = () => ({ seed: counted(20), "series-a": counted(10) });
const EVERYTHING: Summary = {
  total: 30,
  owned: 0,
  counting: false,
  amounts: null,
  facets: { round: ROUNDS(), country: { DE: counted(12), US: counted(18) } },
  series: null,
};
const SEED: Summary = {
  ...EVERYTHING,
  total: 20,
  facets: { round: ROUNDS(), country: { DE: counted(8), US: counted(12) } },
};

test("the counts of a facet that a changed filter leaves as they are stay the same object", () => {
  const client = new QueryClient();
  client.setQueryData(summaryQuery(FUNDING, "").queryKey, EVERYTHING);
  client.setQueryData(summaryQuery(FUNDING, "round=seed").queryKey, SEED);
  const observer = new QueryObserver(client, { ...summaryQuery(FUNDING, ""), enabled: false });
  const before = observer.getCurrentResult().data;
  observer.setOptions({ ...summaryQuery(FUNDING, "round=seed"), enabled: false });
  const after = observer.getCurrentResult().data;
  expect(after).toEqual(SEED);
  expect(after?.facets.round).toBe(before?.facets.round);
  expect(after?.facets.country).not.toBe(before?.facets.country);
});

test("a summary is requested again until an import has been counted", async () => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  const client = new QueryClient();
  const answers = [{ ...EVERYTHING, counting: true }, SEED];
  const query = summaryQuery(FUNDING, "");
  const queryFn = () => answers.shift() ?? EVERYTHING;
  const stop = new QueryObserver(client, { ...query, queryFn }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  expect(client.getQueryData(query.queryKey)?.counting).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(client.getQueryData(query.queryKey)).toEqual(SEED);
  stop();
});

test("a summary that failed, as while the service still reads the feed, is requested again", async () => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  const client = new QueryClient();
  let requests = 0;
  const query = summaryQuery(FUNDING, "");
  const queryFn = () => (++requests < 4 ? Promise.reject(new Error("still reading")) : EVERYTHING);
  const stop = new QueryObserver(client, { ...query, queryFn }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(client.getQueryData(query.queryKey)).toEqual(EVERYTHING);
  stop();
});

test("a summary that failed is requested now when a person tries again", async () => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  const client = new QueryClient();
  let isDown = true;
  const query = summaryQuery(FUNDING, "");
  const queryFn = vi.fn(() => (isDown ? Promise.reject(new Error("down")) : EVERYTHING));
  const stop = new QueryObserver(client, { ...query, queryFn }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(20_000);
  isDown = false;
  await retrySummary(client, FUNDING, "");
  expect(client.getQueryData(query.queryKey)).toEqual(EVERYTHING);
  const requests = queryFn.mock.calls.length;
  await retrySummary(client, FUNDING, "");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(queryFn).toHaveBeenCalledTimes(requests);
  stop();
});
