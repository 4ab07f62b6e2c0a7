/** Names and formats of query parameters: what a reader knows before the allowed values. */
import { CURSOR_PARAMETER, type Feed, LIMIT_PARAMETER, TOTAL_PARAMETER } from "./feeds";
import { type Filter, parametersOf } from "./filters";

type Form = "texts" | "texts-with-commas" | "text" | "number" | "boolean";

export interface Parameter {
  readonly name: string;
  readonly form: Form;
  /** Older names with the same meaning. */
  readonly aliases: readonly string[];
}

export function parameter(name: string, form: Form): Parameter {
  return { name, form, aliases: [] };
}

/** Every parameter of a feed, in the order in which an address lists them. */
export function feedParameters(feed: Feed): Parameter[] {
  return [
    ...[...feed.filters, ...feed.order].flatMap(filterParameters),
    parameter(CURSOR_PARAMETER, "text"),
    parameter(LIMIT_PARAMETER, "number"),
    ...(feed.totals ? [parameter(TOTAL_PARAMETER, "boolean")] : []),
  ];
}

export function filterParameters(filter: Filter): Parameter[] {
  const aliases = filter.kind === "many" ? (filter.aliases ?? []) : [];
  return parametersOf(filter).map((name) => ({ name, form: formOf(filter), aliases }));
}

function formOf(filter: Filter): Form {
  switch (filter.kind) {
    case "many":
      return filter.commas ? "texts-with-commas" : "texts";
    case "range":
      return "number";
    case "flag":
      return "boolean";
    default:
      return "text";
  }
}

/** The query parameters of one path. */
export interface Vocabulary {
  readonly path: string;
  /** Current names only. */
  readonly names: readonly string[];
  /** The parameter of a name, current or older. */
  readonly byName: ReadonlyMap<string, Parameter>;
}

export function vocabularyOf(path: string, parameters: readonly Parameter[]): Vocabulary {
  return {
    path,
    names: parameters.map(({ name }) => name),
    byName: new Map(parameters.flatMap((item) => [item.name, ...item.aliases].map((name) => [name, item] as const))),
  };
}
