/**
 * Runs `npm run bench -- previews`: compares a page of previews to the same page of the feed as a person of the
 * dashboard buys it, in turns in one run, from memory and read again.
 */

import { EXPLORE_PATH } from "@dealflow/contract/account/free-explore";
import { accountFeedPath } from "@dealflow/contract/account/people";
import { FEEDS } from "@dealflow/contract/feeds";
import { fillMarket } from "./harness/feed-data";
import { getMedianRound, inTurn, measure, type Request } from "./harness/load";
import { describeTimes, type Metric, round } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { runBench } from "./harness/run-bench";
import { forwardedHeaders, openPerson } from "./harness/workspaces";

const PEOPLE = 8;
const WARM_UP_SECONDS = 2;
const MOST_RATIO = 1.2;

/** Queries are dense and sparse; a workspace requests each of them repeatedly. */
const QUERIES = [
  "",
  "round=seed",
  "round=series-a&round=series-b&countries=US&countries=DE",
  "minAmountUsd=5000000&verticals=ai",
  "countries=GB&since=2026-01-01",
  "employeeBuckets=11-50&industryGroups=Software Development",
] as const;

type Variant = "feed" | "previews";

export async function benchPreviews(options: BenchOptions<"previews">): Promise<void> {
  const { events, rounds, seconds } = options;
  await runBench("previews", options, async ({ url, pools, startService }) => {
    await fillMarket(pools.jobs, events);
    const cookies: string[] = [];
    for (let index = 0; index < PEOPLE; index++) cookies.push((await openPerson(pools.main, `bench ${index}`)).cookie);
    const settings = { RATE_LIMIT_FACTOR: "9999" };
    const services = {
      "from memory": await startService(settings),
      // Pages that are read from a replica are not cached.
      "read again": await startService({ ...settings, DATABASE_REPLICA_URL: url }),
    };
    const metrics: Metric[] = [];
    for (const [how, { url: at }] of Object.entries(services)) {
      const buy = (variant: Variant) => (warmsUp: boolean) =>
        measure({
          url: at,
          requests: buildRequests(variant, cookies),
          connections: PEOPLE,
          seconds: warmsUp ? WARM_UP_SECONDS : seconds,
        });
      const found = await inTurn(rounds, { feed: buy("feed"), previews: buy("previews") });
      const [feed, previews] = [getMedianRound(found("feed")), getMedianRound(found("previews"))];
      metrics.push(
        ...describeTimes(`${how}: a page of the feed`, feed, { digits: 2 }),
        ...describeTimes(`${how}: a page of previews`, previews, { digits: 2 }),
        {
          what: `${how}: p95 of previews, of the feed's`,
          budget: { most: MOST_RATIO },
          value: round(previews.p95 / feed.p95, 2),
        },
      );
    }
    return metrics;
  });
}

function buildRequests(variant: Variant, cookies: readonly string[]): Request[] {
  const at = variant === "feed" ? accountFeedPath(FEEDS.funding.path) : EXPLORE_PATH.replace(":id", "funding");
  return cookies.flatMap((cookie) =>
    QUERIES.map((query) => ({
      method: "GET" as const,
      path: `${at}?${new URLSearchParams(query)}`,
      headers: forwardedHeaders(cookie),
    })),
  );
}
