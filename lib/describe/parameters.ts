/** Describes every request parameter in words and as a JSON schema, generated from the contract's descriptors. */
import { CURSOR_PARAMETER, type Feed, LIMIT, LIMIT_PARAMETER, TOTAL_PARAMETER } from "@dealflow/contract/feeds";
import type {
  DatesFilter,
  Filter,
  FlagFilter,
  ListName,
  ManyFilter,
  OneFilter,
  RangeFilter,
  TextFilter,
  TreeFilter,
} from "@dealflow/contract/filters";
import { MAX_TEXT_LENGTH } from "@dealflow/contract/query/syntax";
import { INCLUDE, SELECTORS, type Selector } from "@dealflow/contract/timeline";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { EXAMPLE_CURSOR, EXAMPLE_DOMAIN, EXAMPLE_ID } from "./examples/example-values";
import { type JsonSchema, schemaRef } from "./json-schema";
import { type AllowedValues, allowedValues, listValues } from "./value-lists";

export interface Parameter {
  readonly name: string;
  readonly type: "array of string" | "string" | "number" | "integer" | "boolean";
  /** The rule says in whole sentences what the parameter means and accepts. */
  readonly rule: string;
  readonly allowed?: AllowedValues;
  readonly default?: string | number | boolean;
  readonly example: string | number | boolean | readonly string[];
  readonly schema: JsonSchema;
}

/** These choices have a default. */
const DEFAULT_OF: Partial<Record<ListName, string>> = { companySorts: "recent" };

/** Examples use these values where the first one of the list would be a poor choice. */
const EXAMPLE_OF: Partial<Record<ListName, readonly string[]>> = {
  rounds: ["seed", "series-a"],
  countries: ["DE", "FR"],
  industries: ["Software Development"],
};

const UNKNOWN_RULE = `\`${UNKNOWN}\` matches records without a value.`;
const TIMESTAMP_RULE = "any date or timestamp of ISO 8601 (any offset; UTC without one)";

/** Parameters are written in a query string, or as JSON, which has lists. */
type Form = "query" | "json";

/** Returns the parameters in the order in which an address lists them. */
export function feedParameters(feed: Feed, form: Form = "query"): Parameter[] {
  const filters = [...feed.filters, ...feed.order].flatMap((filter) => describeFilter(filter, form));
  return [...filters, ...pagingParameters(feed)];
}

/** A single timeline takes exactly one of the selectors, and what to include. */
export function timelineParameters(form: Form = "query"): Parameter[] {
  return [...SELECTORS.map(selector), manyParameter(INCLUDE, form, "Repeat the parameter for several kinds.")];
}

function describeFilter(filter: Filter, form: Form): Parameter[] {
  switch (filter.kind) {
    case "many":
      return [manyParameter(filter, form, "Repeat the parameter for several values; any of them matches.")];
    case "one":
      return [oneParameter(filter)];
    case "tree":
      return [codeParameter(filter)];
    case "range":
      return rangeParameters(filter);
    case "dates":
      return dateParameters(filter);
    case "text":
      return [textParameter(filter)];
    case "flag":
      return [flagParameter(filter)];
  }
}

function manyParameter(filter: ManyFilter, form: Form, repetition: string): Parameter {
  const allowed = allowedValues(filter.list, filter.unknown);
  const aliases = (filter.aliases ?? []).map((name) => `\`${name}\``);
  return {
    name: filter.param,
    type: "array of string",
    rule: sentences(
      filter.help,
      form === "json" ? "" : repetition,
      form === "query" && filter.commas ? "Values separated by commas are accepted too." : "",
      filter.unknown ? UNKNOWN_RULE : "",
      form === "query" && aliases.length > 0
        ? `Older name${aliases.length > 1 ? "s" : ""}, also accepted: ${aliases.join(", ")}.`
        : "",
    ),
    allowed,
    example: EXAMPLE_OF[filter.list] ?? listValues(filter.list, false).slice(0, 1),
    schema: {
      type: "array",
      minItems: 1,
      items: filter.caseless ? caselessSchema(allowed) : schemaRef(allowed.schema),
    },
  };
}

/** A schema cannot list every spelling, and one of the listed values alone would reject requests that the service accepts. */
function caselessSchema({ schema }: AllowedValues): JsonSchema {
  return { anyOf: [schemaRef(schema), { type: "string", description: "Other case, older name or short form." }] };
}

function oneParameter(filter: OneFilter): Parameter {
  const allowed = allowedValues(filter.list, filter.unknown ?? false);
  const standard = DEFAULT_OF[filter.list];
  const preset = standard === undefined ? {} : { default: standard };
  return {
    name: filter.param,
    type: "string",
    rule: sentences(filter.help, allowed.unknown ? UNKNOWN_RULE : ""),
    allowed,
    ...preset,
    example: (EXAMPLE_OF[filter.list] ?? listValues(filter.list, false))[0] ?? UNKNOWN,
    schema: { ...schemaRef(allowed.schema), ...preset },
  };
}

function codeParameter(filter: TreeFilter): Parameter {
  const allowed = allowedValues(filter.list, true);
  return {
    name: filter.param,
    type: "string",
    rule: sentences(
      filter.help,
      "A code deeper than the classification matches its deepest classified parent.",
      `\`${UNKNOWN}\` matches unclassified companies.`,
    ),
    allowed,
    example: "5132",
    schema: schemaRef(allowed.schema),
  };
}

const UNITS = {
  usd: {
    type: "number",
    low: "At least this many US dollars",
    high: "At most this many US dollars",
    example: 1_000_000,
  },
  year: { type: "number", low: "This year or later", high: "This year or earlier", example: 2015 },
  people: { type: "number", low: "At least this many", high: "At most this many", example: 3 },
} as const;

function rangeParameters({ min, max, unit, help }: RangeFilter): Parameter[] {
  const { type, low, high, example } = UNITS[unit];
  const bound = (name: string, rule: string): Parameter => ({
    name,
    type,
    rule: sentences(rule, "0 or more."),
    example,
    schema: { type, minimum: 0 },
  });
  // The help of a filter with one bound says which one it is.
  if (max === undefined) return [bound(min, help)];
  return [bound(min, `${help} ${low}.`), bound(max, `${help} ${high}.`)];
}

/** Relative dates are an addition of ours to the interface. */
const RELATIVE_RULE = "Relative dates count from today in UTC: -90d, -2w, -6mo, -1y, this-quarter, this-year.";

function dateParameters({ since, until, label, help }: DatesFilter): Parameter[] {
  const bound = (name: string, rule: string): Parameter => ({
    name,
    type: "string",
    rule,
    example: "2026-11-01",
    schema: { type: "string", minLength: 1 },
  });
  // With one bound, the help is about that one only.
  if (until === undefined) return [bound(since, `${help} A date means its start in UTC. ${RELATIVE_RULE}`)];
  return [
    bound(
      since,
      `${label} on or after: YYYY-MM-DD (from the start of that day in UTC) or ${TIMESTAMP_RULE}. ${RELATIVE_RULE}`,
    ),
    bound(
      until,
      `${label} on or before: YYYY-MM-DD (the whole of that day in UTC) or ${TIMESTAMP_RULE}. ${RELATIVE_RULE}`,
    ),
  ];
}

const TEXT = { minLength: 1, maxLength: MAX_TEXT_LENGTH } as const;

const FORMS = {
  id: { rule: "A UUID; an unknown one gives an empty page.", schema: { format: "uuid" }, example: EXAMPLE_ID },
  domain: { rule: "An unknown domain gives an empty page.", schema: { minLength: 1 }, example: EXAMPLE_DOMAIN },
  search: {
    rule: "A word of one or two letters is found as a whole word, and alone at the beginning of a name; a longer one also inside other words.",
    schema: TEXT,
    example: "quiet engines",
  },
} as const;

function textParameter({ param, form, help }: TextFilter): Parameter {
  const { rule, schema, example } = FORMS[form];
  return { name: param, type: "string", rule: sentences(help, rule), example, schema: { type: "string", ...schema } };
}

function flagParameter({ param, either, help }: FlagFilter): Parameter {
  const preset = either ? {} : { default: false };
  return { name: param, type: "boolean", rule: help, ...preset, example: true, schema: { type: "boolean", ...preset } };
}

const SELECTOR_FORMS = {
  id: { schema: { format: "uuid" }, example: EXAMPLE_ID },
  domain: { schema: { minLength: 1 }, example: EXAMPLE_DOMAIN },
  name: { schema: TEXT, example: "Quorvane" },
  profile: { schema: TEXT, example: "quorvane" },
} as const;

function selector({ param, form, help }: Selector): Parameter {
  const { schema, example } = SELECTOR_FORMS[form];
  const others = SELECTORS.map((other) => other.param).filter((name) => name !== param);
  return {
    name: param,
    type: "string",
    rule: sentences(help, `Pass exactly one of this, \`${others.join("`, `")}\`.`),
    example,
    schema: { type: "string", ...schema },
  };
}

function pagingParameters(feed: Feed): Parameter[] {
  const cursor: Parameter = {
    name: CURSOR_PARAMETER,
    type: "string",
    rule: "Opaque: `pagination.nextCursor` of the previous response, with the same filters and order. Omit it for the first page.",
    example: EXAMPLE_CURSOR,
    schema: { type: "string", minLength: 1 },
  };
  const limit: Parameter = {
    name: LIMIT_PARAMETER,
    type: "integer",
    rule: `Records per page, ${LIMIT.min} to ${LIMIT.max}; fewer are returned when data or credits run out.`,
    default: LIMIT.default,
    example: 50,
    schema: { type: "integer", minimum: LIMIT.min, maximum: LIMIT.max, default: LIMIT.default },
  };
  const total: Parameter = {
    name: TOTAL_PARAMETER,
    type: "boolean",
    rule: "If true, `pagination.total` is the number of matching records over all pages, for 0 credits.",
    default: false,
    example: true,
    schema: { type: "boolean", default: false },
  };
  return feed.totals ? [cursor, limit, total] : [cursor, limit];
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
