/** A filter descriptor holds a parameter's name, the values that it accepts, and the place of its fact in a record. */
import type { LISTS } from "./values/lists";

export type ListName = keyof typeof LISTS;

interface Described {
  /** The label titles the facet and the chip. */
  readonly label: string;
  readonly help: string;
  /**
   * These are the paths of the facts in the record (`company.hqCountry.code`); there are none when the record does not
   * contain the fact.
   */
  readonly facts: readonly string[];
}

/** The filter selects any of several listed values; `unknown`, where allowed, means that the first fact is absent. */
export interface ManyFilter extends Described {
  readonly kind: "many";
  readonly param: string;
  /** Older names of the parameter are still read; addresses are written with the current one. */
  readonly aliases?: readonly string[];
  readonly list: ListName;
  readonly unknown: boolean;
  /** Values are case-insensitive; industry labels also match by their older names and short forms (convention 12). */
  readonly caseless?: boolean;
  /** Several values may also be separated by commas. */
  readonly commas?: boolean;
}

/** The filter selects one listed value; `unknown`, where allowed, means that the first fact is absent. */
export interface OneFilter extends Described {
  readonly kind: "one";
  readonly param: string;
  readonly list: ListName;
  readonly unknown?: boolean;
}

/** The filter selects one code of a classification, which includes everything beneath it (convention 10). */
export interface TreeFilter extends Described {
  readonly kind: "tree";
  readonly param: string;
  readonly list: "naics";
}

/** The filter takes two numbers, both optional and both inclusive. */
export interface RangeFilter extends Described {
  readonly kind: "range";
  readonly min: string;
  readonly max?: string;
  readonly unit: "usd" | "year" | "people";
}

/** The filter takes two instants or dates, both optional and both inclusive (convention 6). */
export interface DatesFilter extends Described {
  readonly kind: "dates";
  readonly since: string;
  readonly until?: string;
}

/** The filter takes free text of a known format. */
export interface TextFilter extends Described {
  readonly kind: "text";
  readonly param: string;
  readonly form: "id" | "domain" | "search";
}

/** The filter takes `true` or `false`. With `either` both filter; otherwise `false` is the same as omitting it. */
export interface FlagFilter extends Described {
  readonly kind: "flag";
  readonly param: string;
  readonly either: boolean;
  readonly titles: readonly [string, string];
}

export type Filter = ManyFilter | OneFilter | TreeFilter | RangeFilter | DatesFilter | TextFilter | FlagFilter;

/** Returns the query parameters of a descriptor, in the order in which an address lists them. */
export function filterParameters(filter: Filter): string[] {
  switch (filter.kind) {
    case "range":
      return filter.max === undefined ? [filter.min] : [filter.min, filter.max];
    case "dates":
      return filter.until === undefined ? [filter.since] : [filter.since, filter.until];
    default:
      return [filter.param];
  }
}

type Value<F> = F extends { kind: "many"; param: infer P extends string }
  ? { [K in P]?: string[] | undefined }
  : F extends { kind: "one" | "tree" | "text"; param: infer P extends string }
    ? { [K in P]?: string | undefined }
    : F extends { kind: "flag"; param: infer P extends string }
      ? { [K in P]?: boolean | undefined }
      : F extends { kind: "range"; min: infer A extends string; max: infer B extends string }
        ? { [K in A | B]?: number | undefined }
        : F extends { kind: "range"; min: infer A extends string }
          ? { [K in A]?: number | undefined }
          : F extends { kind: "dates"; since: infer A extends string; until: infer B extends string }
            ? { [K in A | B]?: string | undefined }
            : F extends { kind: "dates"; since: infer A extends string }
              ? { [K in A]?: string | undefined }
              : never;

type Both<U> = (U extends unknown ? (u: U) => void : never) extends (i: infer I) => void ? I : never;

/** The filters of one query are given by parameter name. The address, the API, webhooks and tools share this type. */
export type QueryOf<Filters extends readonly Filter[]> = {
  [K in keyof Both<Value<Filters[number]>>]: Both<Value<Filters[number]>>[K];
};

/** The feed of such a query is known only at run time. */
export type AnyQuery = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
