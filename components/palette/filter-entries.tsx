"use client";
/** Lists the filters that the palette offers for a typed text. */

import type { Summary } from "@dealflow/contract/account/summaries";
import type { FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { count } from "@/lib/format/counts";
import { FREE } from "@/lib/format/price";
import { type Choice, words } from "./choice";
import { type Entry, Marked } from "./entry";
import type { Suggestion } from "./suggestions";

interface Context {
  readonly feed: FeedName;
  readonly query: AnyQuery;
  readonly typed: string;
  /** These filters are applied together with the next one. */
  readonly picked: readonly Choice[];
  /** The summary covers the owned records that match the query; undefined where it is not known. */
  readonly owned: Summary | undefined;
  apply(choices: readonly Choice[]): void;
}

export function filterEntries(
  suggestions: readonly Suggestion[],
  { query, typed, picked, owned, apply }: Context,
): Entry[] {
  return suggestions.map((choices) => {
    const all = [...picked, ...choices];
    const number = picked.length === 0 ? countOwned(owned, query, choices) : undefined;
    return {
      id: filterId(choices),
      title: choices.map((choice, at) => (
        <span key={words(choice)}>
          {at > 0 && ", "}
          <span className="text-text-2">{choice.filter.label}</span> <Marked text={choice.title} typed={typed} />
        </span>
      )),
      ...(number === undefined ? {} : { aside: `${count(number)} owned` }),
      price: FREE,
      act: () => apply(all),
    };
  });
}

/** Counts the owned records that the value would find, which its facet counts while the query names no other value. */
function countOwned(owned: Summary | undefined, query: AnyQuery, choices: Suggestion): number | undefined {
  const [choice, ...more] = choices;
  if (owned === undefined || choice === undefined || more.length > 0) return undefined;
  const [[param, value] = [], ...others] = Object.entries(choice.values);
  if (param === undefined || others.length > 0 || query[param] !== undefined) return undefined;
  const [text, ...rest] = typeof value === "object" ? value : [value];
  const counts = owned.facets[param];
  return typeof text === "string" && rest.length === 0 && counts !== undefined ? (counts[text]?.count ?? 0) : undefined;
}

/** Applies the filters that were picked. */
export function pickedEntry({ picked, apply }: Context): Entry {
  return { id: "Apply filters", title: `Apply ${picked.map(words).join(", ")}`, price: FREE, act: () => apply(picked) };
}

/** The line that applies these filters has this id. */
export function filterId(choices: Suggestion): string {
  return `filter ${choices.map(words).join(", ")}`;
}
