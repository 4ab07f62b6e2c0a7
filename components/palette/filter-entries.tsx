"use client";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
/** The filters that the palette offers for what is typed. */
import { priceOf } from "@/components/feed/spend/feed-price";
import type { PurchasedRecord } from "@/lib/client/purchased/purchased-record";
import { count } from "@/lib/format/counts";
import { applied, type Choice, countMatches, words } from "./choice";
import { type Entry, Marked } from "./entry";
import type { Suggestion } from "./suggestions";

/** Counting takes its time where more than this is owned; then nothing is said of it. */
const MOST_COUNTED = 20_000;

interface Context {
  readonly feed: FeedName;
  readonly query: AnyQuery;
  readonly typed: string;
  /** Filters that are applied together with the next one. */
  readonly picked: readonly Choice[];
  /** What is owned of the feed. */
  readonly purchased: readonly PurchasedRecord[];
  /** Rows are free. */
  readonly explores: boolean;
  apply(choices: readonly Choice[]): void;
}

export function filterEntries(
  suggestions: readonly Suggestion[],
  { feed, query, typed, picked, purchased, explores, apply }: Context,
): Entry[] {
  return suggestions.map((choices) => {
    const all = [...picked, ...choices];
    const next = applied(query, all);
    return {
      id: filterId(choices),
      title: choices.map((choice, at) => (
        <span key={words(choice)}>
          {at > 0 && ", "}
          <span className="text-text-2">{choice.filter.label}</span> <Marked text={choice.title} typed={typed} />
        </span>
      )),
      ...(purchased.length > MOST_COUNTED
        ? {}
        : { aside: `${count(countMatches(purchased, FEEDS[feed], next))} owned` }),
      price: priceOf(feed, next, explores),
      act: () => apply(all),
    };
  });
}

/** Applies the filters that were picked. */
export function pickedEntry({ feed, query, picked, explores, apply }: Context): Entry {
  return {
    id: "Apply filters",
    title: `Apply ${picked.map(words).join(", ")}`,
    price: priceOf(feed, applied(query, picked), explores),
    act: () => apply(picked),
  };
}

/** Of the line that applies them. */
export function filterId(choices: Suggestion): string {
  return `filter ${choices.map(words).join(", ")}`;
}
