/** Generates random queries for property tests, with valid values for every parameter of a feed. */

import type { Feed } from "@dealflow/contract/feeds";
import { type AnyQuery, type Filter, filterParameters } from "@dealflow/contract/filters";
import { LISTS } from "@dealflow/contract/values/lists";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import fc from "fast-check";

export function queries(feed: Feed): fc.Arbitrary<AnyQuery> {
  const fields = Object.fromEntries(
    feed.filters.flatMap((filter) =>
      filterParameters(filter).map((name) => [name, fc.option(anyValue(filter, name), { nil: undefined })]),
    ),
  );
  return fc.record(fields).map((query) => ordered(feed, query));
}

function anyValue(filter: Filter, name: string): fc.Arbitrary<AnyQuery[string]> {
  switch (filter.kind) {
    case "many": {
      const values = LISTS[filter.list].map((item) => item.value);
      return fc.uniqueArray(fc.constantFrom(...values, ...(filter.unknown ? [UNKNOWN] : [])), {
        minLength: 1,
        maxLength: 5,
      });
    }
    case "one":
      return fc.constantFrom(...LISTS[filter.list].map((item) => item.value));
    case "tree":
      return fc.constantFrom(...LISTS[filter.list].map((item) => item.value), UNKNOWN, "541511");
    case "range":
      return filter.unit === "usd" ? fc.double({ min: 0, max: 1e25, noNaN: true }) : fc.nat();
    case "dates": {
      const day = fc.date({ min: new Date("1990-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
      return day.map((at) => (at.getTime() % 2 === 0 ? at.toISOString().slice(0, 10) : at.toISOString()));
    }
    case "flag":
      return fc.boolean();
    case "text":
      if (filter.form === "id") return fc.uuid();
      if (filter.form === "domain") return fc.constantFrom("example.com", "sub.example.co.uk", "xn--bcher-kva.example");
      return name === filter.param ? fc.stringMatching(/^[a-zA-Zé&=+%# ]{0,20}[a-z]$/) : fc.constant(undefined);
  }
}

/** An address cannot contain an empty range or period, so bounds are put in order. */
function ordered(feed: Feed, query: AnyQuery): AnyQuery {
  const result = { ...query };
  for (const filter of feed.filters) {
    const [low, high] = filterParameters(filter);
    if (low === undefined || high === undefined) continue;
    const [a, b] = [result[low], result[high]];
    if (a === undefined || b === undefined) continue;
    if (typeof a === "number" && typeof b === "number") [result[low], result[high]] = [Math.min(a, b), Math.max(a, b)];
    else if (String(a).slice(0, 10) >= String(b).slice(0, 10)) delete result[low];
  }
  return result;
}
