/** Nothing that is cached can fill the memory: every cache is bounded in bytes, and nothing else grows. */
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allCaches } from "@/lib/cache/bounded-cache";
import { foreignDashboard, ownDashboard } from "@/lib/server/testing/dashboard";
import { TEST_SECRET, testService } from "@/service/http/testing/service";
import { readSources } from "./codebase";

const ROOT = resolve(import.meta.dirname, "..");
const MB = 1024 * 1024;

const OF_SERVICE = [
  ...["pages of feeds", "requested pages", "API keys", "uses of API keys", "refused addresses", "sessions of people"],
  ...["people of sessions", "requests by person", "requests by address", "requests by visitor"],
  ...["summaries", "requests by summary"],
  ...["workspaces with credits", "requests by registration", "connections of MCP clients"],
  ...["rates of requests", "rates of single quotes", "rates of quotes"],
];
const OF_DASHBOARD = [
  ...["bought pages", "sessions of use", "views of sessions", "reserved credits of sessions"],
  ...["workspaces of sessions", "purchases of unknown outcome", "unlocked browsers", "guesses at the password"],
  ...["dashboard requests by session", "dashboard requests by visitor", "dashboard requests by address"],
];

/** Each Map and Set that starts empty in either program is listed with what bounds it. */
const BOUNDED_BY: Readonly<Record<string, string>> = {
  "packages/client/src/tolerant-reader.ts internedWords": "50,000 words of at most 100 characters, of API responses",
  "lib/api/timeline-part.ts events": "gone with the call",
  "lib/cache/bounded-cache.ts registry": "names of caches",
  "packages/contract/src/records/facts.ts split": "paths of our own descriptors",
  "packages/contract/src/query/value-checks.ts found": "gone with the call",
  "packages/contract/src/query/parameters.ts all": "gone with the call",
  "lib/filters/facts.ts counts": "gone with the call",
  "lib/filters/facts.ts values": "gone with the call",
  "lib/filters/predicate.ts results": "gone with the query",
  "lib/format/dates.ts CLOCKS": "UTC on the server",
  "lib/format/dates.ts clocks": "100 of them",
  "lib/format/money.ts CURRENCIES": "500 of them",
  "lib/limits/concurrency-limiter.ts #queues": "requests in flight",
  "lib/limits/concurrency-limiter.ts queue": "requests in flight",
  "lib/server/foreign/budgets.ts #byAccount": "purchases in flight",
  "lib/server/foreign/budgets.ts days": "gone with the call",
  "lib/server/foreign/budgets.ts stored": "days of the last months",
  "lib/server/foreign/page-cache.ts #inFlight": "purchases in flight",
  "lib/server/foreign/page-cache.ts #keys": "lines of the file, whose length is bounded",
  "lib/server/foreign/usage-counter.ts #endpoints": "endpoints of the interface",
  "lib/server/foreign/usage-counter.ts #views": "200 of them",
  "lib/server/http/access-log.ts accesses": "requests in progress",
  "packages/contract/src/records/schemas.ts schemas": "shapes of records",
  "service/accounts/people/mail.ts inFlight": "mails in flight",
  "service/http/account/limits/person-rates.ts #used": "requests of a second",
  "service/accounts/people/session-check.ts checks": "checks in flight",
  "service/backup/storage-target.ts stored": "gone with the call",
  "service/credits/committed-charges.ts committed": "gone with the call",
  "service/credits/debit-statement.ts dues": "gone with the call",
  "service/credits/debit-statement.ts seen": "gone with the call",
  "service/credits/debit-statement.ts versions": "gone with the call",
  "service/credits/debit.ts queues": "charges in flight",
  "service/demo-history.ts limits": "gone with the call",
  "service/feed/estimate.ts cached": "tables",
  "service/feed/feeds.ts versions": "tables",
  "service/feed/new-events.ts kinds": "gone with the call",
  "service/http/account/saved.ts owned": "gone with the call",
  "service/http/account/usage.ts days": "gone with the call",
  "service/http/account/usage.ts group": "gone with the call",
  "service/http/account/usage.ts groups": "gone with the call",
  "service/http/account/usage.ts rest": "gone with the call",
  "service/inbox/add.ts counts": "gone with the call",
  "service/inbox/add.ts items": "gone with the call",
  "service/inbox/add.ts watching": "gone with the call",
  "service/inbox/updates.ts followers": "open streams",
  "service/monitoring/metrics.ts #totals": "the routes of the service",
  "service/records/facets.ts tokens": "gone with the call",
  "service/scheduled-jobs.ts nextRuns": "jobs",
  "service/webhooks/worker.ts attempts": "attempts in flight",
  "service/webhooks/worker.ts heldUntil": "workspaces whose deliveries wait for credits, for five seconds",
  "service/webhooks/worker.ts inFlight": "attempts in flight",
  "service/http/server.ts unused": "open connections",
  "service/summaries/dataset.ts segments": "100,000 records at most, then they are in a segment",
  "service/summaries/facet-index.ts #setIds": "gone with the call",
  "service/summaries/facet-index.ts #valueIds": "gone with the call",
  "service/summaries/layout.ts layouts": "feeds",
  "service/summaries/counting/matches.ts failing": "gone with the call",
  "service/summaries/segment.ts #tokens": "gone with the call",
  "service/summaries/snapshot.ts segments": "empty",
  "service/summaries/summaries.ts running": "summaries in flight",
  "service/summaries/counting/segment-counts.ts facets":
    "one entry for each facet, at most four of them with a segment",
  "service/summaries/counting/tally.ts facets": "gone with the call",
  "service/summaries/counting/tally.ts into": "gone with the call",
  "service/summaries/counting/tally.ts periods": "gone with the call",
  "service/summaries/threads/thread.ts datasets": "feeds",
  "service/summaries/threads/thread.ts loaded": "feeds",
  "service/summaries/threads/thread.ts places": "gone with the call",
  "service/summaries/threads/thread.ts saved": "feeds",
  "service/summaries/threads/threads.ts pending": "requests in flight",
};

/** The sources of programs that run for long: an import of data is a command that ends, and the browser has its own memory. */
const OF_PROGRAMS = /^(packages\/|service\/(?!ingest\/|admin\/)|lib\/(?!client\/|queries\/))/;
/** Matches a Map or Set that is created empty, with its name. */
const EMPTY = /(?:(?:const|let|readonly) (#?\w+)|(\w+):)[^\n]*new (?:Map|Set)(?:<[^()\n]*>)?\(\)/g;

describe("what both programs keep in memory", () => {
  it("is in no Map or Set that could grow without end", () => {
    const found = readSources(ROOT)
      .filter(({ path }) => OF_PROGRAMS.test(path) && !path.includes("/testing"))
      .flatMap(({ path, text }) => [...text.matchAll(EMPTY)].map(([, named, field]) => `${path} ${named ?? field}`));
    expect([...new Set(found)].sort()).toEqual(Object.keys(BOUNDED_BY).sort());
  });
});

/** Values of a usual size, for the caches whose sizes depend on them. */
function sampleValue(name: string): unknown {
  if (name === "bought pages") return { body: new Uint8Array(4_000), boughtAt: "2026-11-20T10:00:00.000Z" };
  if (name === "summaries") return { version: 1, body: "x".repeat(20_000) };
  if (name === "pages of feeds") return { rows: [["x".repeat(2_000), 1]], hasMore: false, total: 1, version: 1 };
  return true;
}

describe("the caches of both programs", () => {
  const opened: { stop(): Promise<void> }[] = [];
  beforeAll(async () => {
    const service = await testService();
    const account = await service.account(1);
    opened.push(
      service,
      await ownDashboard(service.url, account, TEST_SECRET),
      await foreignDashboard(service.url, account.key, { password: "a password of the tests" }),
    );
  });
  afterAll(async () => {
    for (const one of opened.reverse()) await one.stop();
  });

  it("together take no more memory than documented", () => {
    const sumMaxBytes = (names: readonly string[]) =>
      allCaches().reduce((sum, { name, maxBytes }) => sum + (names.includes(name) ? maxBytes : 0), 0);
    expect(
      allCaches()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...OF_SERVICE, ...OF_DASHBOARD].sort());
    expect(sumMaxBytes(OF_SERVICE)).toBeLessThanOrEqual(85 * MB);
    expect(sumMaxBytes(OF_DASHBOARD)).toBeLessThanOrEqual(128 * MB);
  });

  it("stay within their limit, with long keys and many of them", () => {
    for (const cache of allCaches()) {
      const sample = sampleValue(cache.name);
      cache.set("0", sample);
      const enough = Math.ceil((1.2 * cache.maxBytes) / cache.bytes);
      let most = 0;
      for (let index = 0; index < enough; index++) {
        cache.set(`${index} ${"filter=value&".repeat(100)}`, sample);
        most = Math.max(most, cache.bytes);
      }
      expect(most, cache.name).toBeLessThanOrEqual(cache.maxBytes);
      expect(cache.bytes, cache.name).toBeGreaterThan(0.9 * cache.maxBytes);
    }
  }, 60_000);
});
