/**
 * Runs `npm run bench -- search`: reads the first page of a keyword search over the company directory, for common, rare
 * and short words, and for scripts beyond ASCII.
 */
import { canonicalizeQuery } from "@dealflow/contract/query/feed-query";
import type pg from "pg";
import { createStatistics } from "@/service/feed/estimate";
import { createFeeds, SOURCES } from "@/service/feed/feeds";
import { companyFacts } from "@/service/http/testing/fixtures";
import { withBulkIndexes } from "@/service/ingest/bulk-indexes";
import { copyRows } from "@/service/ingest/copy";
import { Chance } from "@/service/ingest/demo/random";
import { COMPANY_ROWS } from "@/service/ingest/table-rows";
import { inTransaction } from "@/service/store/transaction";
import { timed } from "./harness/load";
import { describeTimes, getQuantiles, type Metric, round } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { runBench } from "./harness/run-bench";

const MOST_P95_MS = 60;
const LIMIT = 20;
/** A transaction inserts this many companies. */
const AT_ONCE = 20_000;

/** Words are ordered from the commonest to the rarest. */
interface Language {
  readonly words: readonly string[];
  readonly joint: string;
}

function language(chance: Chance, parts: readonly string[], count: number, most: number, joint: string): Language {
  const words = new Set<string>();
  while (words.size < count)
    words.add(Array.from({ length: chance.between(2, most) }, () => chance.pick(parts)).join(""));
  return { words: [...words], joint };
}

const LETTERS = { latin: ["bcdfghklmnprstvz", "aeiou"], cyrillic: ["бвгджзклмнпрст", "аеиоуя"] } as const;
const syllables = ([consonants, vowels]: readonly [string, string]) =>
  [...consonants].flatMap((one) => [...vowels].map((two) => `${one}${two}`));
const KANJI = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0x4e00 + index * 37));
const SHORT = ["ai", "io", "hr", "vr", "it", "eu", "3d", "5g", "uk", "bi", "qa", "ev"];

/** Picks common words far more often than rare ones, as in a language. */
function pickWord(chance: Chance, { words }: Language): string {
  return words[Math.floor(words.length * chance.next() ** 3)] ?? "";
}

export async function benchSearch(options: BenchOptions<"search">): Promise<void> {
  await runBench("search", options, async ({ openDatabase, print }) => {
    const { pools } = await openDatabase("bench_search");
    const chance = new Chance(11);
    const latin = language(chance, syllables(LETTERS.latin), 6_000, 4, " ");
    const short: Language = { words: SHORT, joint: " " };
    const cyrillic = language(chance, syllables(LETTERS.cyrillic), 4_000, 4, " ");
    const japanese = language(chance, KANJI, 4_000, 3, "");
    const startedAt = performance.now();
    const names = await fill(pools.jobs, chance, options.companies, { latin, short, cyrillic, japanese });
    print(`Stored ${options.companies} companies in ${round((performance.now() - startedAt) / 1000)} s.`);
    await pools.jobs.query("vacuum analyze");
    const pick = ({ words }: Language, from: number, to: number) =>
      words[Math.floor(words.length * (from + chance.next() * (to - from)))] ?? "";
    const searches: Readonly<Record<string, () => string>> = {
      "a common word": () => pick(latin, 0, 0.01),
      "a word of middling frequency": () => pick(latin, 0.1, 0.5),
      "a rare word": () => chance.pick(names),
      "an unknown word": () => `${pick(latin, 0, 1)}q${pick(latin, 0, 1)}`,
      "a part of words": () => pick(latin, 0, 1).slice(1, 5),
      "two words": () => `${pick(latin, 0, 0.05)} ${pick(latin, 0, 0.5)}`,
      "two letters": () => chance.pick(SHORT),
      "a Cyrillic word": () => pick(cyrillic, 0, 1),
      "two Cyrillic words": () => `${pick(cyrillic, 0, 0.1)} ${pick(cyrillic, 0, 0.5)}`,
      "a Japanese word": () => pick(japanese, 0, 1),
      "a Japanese character": () => chance.pick(KANJI),
    };
    const feeds = createFeeds(pools, createStatistics(pools.totals, Date.now), false);
    const metrics: Metric[] = [];
    for (const [what, search] of Object.entries(searches))
      for (const sort of ["recent", "prominence"]) {
        const times: number[] = [];
        for (let index = 0; index < options.searches; index++) {
          const query = { search: search(), sort };
          const request = {
            source: SOURCES.companies,
            query,
            filters: canonicalizeQuery(SOURCES.companies.feed, query).text,
            position: undefined,
            limit: LIMIT,
            includeTotal: false,
          };
          times.push(await fastest(() => feeds.readPage(request)));
        }
        const name = `${what}${sort === "recent" ? "" : ", by prominence"}`;
        metrics.push(...describeTimes(name, getQuantiles(times), { digits: 1, budget: { most: MOST_P95_MS } }));
      }
    return metrics;
  });
}

/** Measures the fastest of three runs (ms), so that other work on the machine counts little. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  return Math.min(await timed(work), await timed(work), await timed(work));
}

type Languages = Readonly<Record<"latin" | "short" | "cyrillic" | "japanese", Language>>;

/** Returns names that one company has. One in ten texts is not Latin, and one in three has a short word. */
async function fill(pool: pg.Pool, chance: Chance, count: number, languages: Languages): Promise<string[]> {
  const { latin, short, cyrillic, japanese } = languages;
  const names: string[] = [];
  for (let done = 0; done < count; done += AT_ONCE) {
    const companies = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, index) => {
      const own = chance.happens(0.9) ? latin : chance.pick([cyrillic, japanese]);
      const text = (length: number) => Array.from({ length }, () => pickWord(chance, own)).join(own.joint);
      const name = `${chance.pick(latin.words)}${chance.pick(latin.words)}${done + index}`;
      if (chance.happens(0.01)) names.push(name);
      const also = chance.happens(0.33) ? ` ${pickWord(chance, short)}` : "";
      return {
        ...companyFacts({ name, domain: `${name}.example`, description: `${text(12)}${also} ${text(12)}` }),
        demo: false,
      };
    });
    await inTransaction(pool, (client) => withBulkIndexes(client, () => copyRows(client, COMPANY_ROWS, companies)));
  }
  return names;
}
