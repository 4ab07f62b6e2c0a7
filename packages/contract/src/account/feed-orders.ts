/**
 * The dashboard's lists are ordered by our service over everything that matches. An order is a text in the address, such
 * as `country.grouped~amount.descending~company.ascending`; an empty one is the list's own (`LIST_ORDERS`).
 */

import type { FeedName } from "../feeds";

/** Rows are ordered by what previews say about them. Names are those of owned records, which come before the others. */
export type OrderKey =
  | { readonly by: "time" }
  /** The number of a range filter: this is the parameter of its lower end. */
  | { readonly by: "number"; readonly param: string }
  /** Rows are compared by the place of the value in its list, or by its title where the list is long. */
  | { readonly by: "value"; readonly param: string }
  /** The record has the name at this path. */
  | { readonly by: "name"; readonly fact: string }
  | { readonly by: "prominence" }
  /** Investors are compared by the number of owned rounds that name them. Previews follow from no more: who invested is hidden. */
  | { readonly by: "rounds" };

const time = { by: "time" } as const;
const amount = { by: "number", param: "minAmountUsd" } as const;
const value = (param: string) => ({ by: "value", param }) as const;
const name = (fact: string) => ({ by: "name", fact }) as const;

/** The keys are the ids of the columns that show what the rows are ordered by. */
export const FEED_ORDERS: Readonly<Record<FeedName, Readonly<Record<string, OrderKey>>>> = {
  funding: {
    announced: time,
    amount,
    round: value("round"),
    company: name("company.name"),
    country: value("countries"),
    industry: value("industryGroups"),
    size: value("employeeBuckets"),
    vertical: value("verticals"),
  },
  acquisitions: {
    announced: time,
    amount,
    deal: value("isMerger"),
    payment: value("paymentType"),
    target: name("target.name"),
    acquirer: name("acquirer.name"),
  },
  execMoves: {
    announced: time,
    move: value("moveType"),
    seniority: value("roleSeniority"),
    person: name("person.name"),
    company: name("company.name"),
    country: value("countries"),
  },
  companies: {
    updated: time,
    company: name("name"),
    country: value("countries"),
    industry: value("industryGroups"),
    size: value("employeeBuckets"),
    founded: { by: "number", param: "minFoundedYear" },
    prominence: { by: "prominence" },
  },
  investors: {
    updated: time,
    investor: name("name"),
    type: value("type"),
    country: value("country"),
    rounds: { by: "rounds" },
  },
};

export interface RowSort {
  /** Rows are sorted by the column with this id. */
  readonly id: string;
  readonly desc: boolean;
}

/** Lists of these feeds begin with the prominent; the others begin with the newest event. */
export const LIST_ORDERS: Partial<Record<FeedName, readonly RowSort[]>> = {
  companies: [{ id: "prominence", desc: true }],
  investors: [
    { id: "rounds", desc: true },
    { id: "updated", desc: true },
  ],
};

interface RowOrder {
  readonly sorting: readonly RowSort[];
  /** The rows are grouped by this column; there is at most one. */
  readonly grouping: readonly string[];
}

/** The private API takes the order of a list by this parameter. */
export const ORDER_PARAMETER = "order";
export const NO_ORDER: RowOrder = { sorting: [], grouping: [] };
const MAX_SORTS = 4;

export function writeOrder({ sorting, grouping }: RowOrder): string {
  const parts = sorting.map(({ id, desc }) => `${id}.${desc ? "descending" : "ascending"}`);
  return [...grouping.map((id) => `${id}.grouped`), ...parts].join("~");
}

/** Reads the parts of a text whose columns are known; undefined when there are none and the text is not empty. */
export function readOrder(isKnown: (id: string) => boolean, text: string): RowOrder | undefined {
  if (text === "") return NO_ORDER;
  const sorting: RowSort[] = [];
  const grouping: string[] = [];
  for (const part of text.split("~")) {
    const [, id = "", how = ""] = /^([a-z0-9-]+)\.(ascending|descending|grouped)$/i.exec(part) ?? [];
    if (!isKnown(id)) continue;
    if (how === "grouped") {
      if (grouping.length === 0) grouping.push(id);
    } else if (sorting.length < MAX_SORTS && !sorting.some((one) => one.id === id))
      sorting.push({ id, desc: how === "descending" });
  }
  return sorting.length + grouping.length === 0 ? undefined : { sorting, grouping };
}

/** Returns the keys by which rows are compared, the first one first: groups come in the direction of their own column. */
export function orderKeys({ sorting, grouping }: RowOrder): readonly RowSort[] {
  const groups = grouping.map((id) => sorting.find((sort) => sort.id === id) ?? { id, desc: false });
  return [...groups, ...sorting.filter(({ id }) => !grouping.includes(id))];
}
