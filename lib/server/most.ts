/** What a request can cost at most: its records, and of timelines what our own service quotes for them, for nothing. */
import "server-only";
import { parseJson } from "@/lib/api/list-page";
import { isObject, number } from "@/lib/api/shape";
import { ACCOUNT } from "@/lib/contract/account";
import { QUOTES_FIELD } from "@/lib/contract/account-quote";
import { INCLUDE } from "@/lib/contract/timeline";
import { TIMELINE_INCLUDES } from "@/lib/contract/values/events";
import { askAccount } from "./account";
import type { Asked } from "./asked";
import type { Asker } from "./asker";
import type { Dashboard } from "./dashboard";

/** Undefined where nobody can tell: a timeline of another host. */
export async function mostOf(board: Dashboard, asker: Asker, asked: Asked): Promise<number | undefined> {
  if (asked.records !== undefined) return asked.records;
  const { path, body } = asked.call;
  const search = new URL(path, "http://any").searchParams;
  const json = body === undefined ? undefined : parseJson(body);
  const kinds = kindsOf(isObject(json) ? json[INCLUDE.param] : search.getAll(INCLUDE.param));
  const answer =
    body === undefined
      ? await askAccount(board, asker, ACCOUNT.quote.method, `${ACCOUNT.quote.path}?${search}`)
      : await askAccount(board, asker, ACCOUNT.quotes.method, ACCOUNT.quotes.path, body);
  if ("failure" in answer || answer.status !== 200) return undefined;
  const told = parseJson(answer.text);
  const quotes: unknown = body === undefined ? [told] : isObject(told) ? told[QUOTES_FIELD] : undefined;
  if (!Array.isArray(quotes)) return undefined;
  let most = 0;
  for (const quote of quotes) {
    const cost = costOf(quote, kinds);
    if (cost === undefined) return undefined;
    most += cost;
  }
  return most;
}

function kindsOf(asked: unknown): string[] {
  const all = TIMELINE_INCLUDES.map(({ value }): string => value);
  const some = Array.isArray(asked) ? all.filter((kind) => asked.includes(kind)) : [];
  return some.length === 0 ? all : some;
}

/** One credit for the company and one for each event; nothing for a company that is not there. */
function costOf(quote: unknown, kinds: readonly string[]): number | undefined {
  if (!isObject(quote) || !isObject(quote.counts)) return undefined;
  if (quote.found !== true) return 0;
  const { counts } = quote;
  const events = kinds.map((kind) => number(counts[kind]));
  return events.every((one) => one !== null) ? events.reduce<number>((sum, one) => sum + (one ?? 0), 1) : undefined;
}
