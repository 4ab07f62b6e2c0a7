import { afterEach, expect, it, vi } from "vitest";
import { getQueryClient, refetchQuery } from "./client";

afterEach(() => vi.useRealTimers());

it("reads a query again also after the clock was set back", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-30T12:00:00Z") });
  const client = getQueryClient();
  let reads = 0;
  const query = { queryKey: ["reads"], queryFn: () => ++reads };
  expect(await refetchQuery(client, query)).toBe(1);
  vi.setSystemTime(new Date("2026-11-30T11:00:00Z"));
  expect(await refetchQuery(client, query)).toBe(2);
});
