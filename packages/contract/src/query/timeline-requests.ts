/** Parses timeline requests, which are a query string, or the body of a batch. */
import { BATCH, BATCH_FIELD, INCLUDE, SELECTORS, type Selector, TIMELINE_PATH } from "../timeline";
import { TIMELINE_INCLUDES } from "../values/events";
import { checkShape } from "./feed-query";
import { getListReader } from "./list-readers";
import { createVocabulary, type Issue, parameter, readableParameters, readParameters } from "./parameters";
import { shown } from "./quote";
import { isObject } from "./syntax";
import { checkFormat, checkList, type Report } from "./value-checks";

const SELECTOR_NAMES = SELECTORS.map((selector) => selector.param);

type Fields = Readonly<Record<string, unknown>>;
/** A company is named by exactly one selector. */
type Selection = { [Name in Selector["param"]]?: string };

interface Refused {
  readonly issues: readonly Issue[];
}

interface TimelineQuery {
  readonly values: Selection & { readonly include: readonly string[] };
}

const VOCABULARY = createVocabulary(TIMELINE_PATH, [
  ...SELECTORS.map((selector) => parameter(selector.param, "text")),
  ...readableParameters(INCLUDE),
]);

/** Returns the query of one timeline, or all issues of its text, else of its values. */
export function parseTimelineQuery(search: URLSearchParams): TimelineQuery | Refused {
  const read = readParameters(search, VOCABULARY);
  return read.issues.length > 0 ? { issues: read.issues } : checkTimelineQuery(read.values);
}

/** Does the same for values that were never text. */
export function checkTimelineQuery(values: unknown): TimelineQuery | Refused {
  const issues: Issue[] = [];
  const report = reportTo(issues, "query");
  const known = [...SELECTOR_NAMES, INCLUDE.param];
  const query = checkShape("the query", `a parameter of ${TIMELINE_PATH}`, known, values, report);
  if (query === undefined) return { issues };
  const selection = readSelectors(query, report, (name) => reportTo(issues, name));
  const include = readInclude(query, reportTo(issues, INCLUDE.param));
  return issues.length > 0 ? { issues } : { values: { ...selection, include } };
}

export interface TimelineBatch {
  readonly values: { readonly [BATCH_FIELD]: readonly Selection[]; readonly include: readonly string[] };
  /** The items stay as they were sent, in the same order: the response repeats them unchanged. */
  readonly requested: readonly Fields[];
}

/** Returns the body of a batch, or all of its issues: those of the body first, then item by item. */
export function parseTimelineBatch(json: unknown): TimelineBatch | Refused {
  const issues: Issue[] = [];
  const body = checkShape(
    "the body",
    "a field of the body",
    [BATCH_FIELD, INCLUDE.param],
    json,
    reportTo(issues, "body"),
  );
  if (body === undefined) return { issues };
  const items = readItems(body[BATCH_FIELD], reportTo(issues, BATCH_FIELD)) ?? [];
  const include = readInclude(body, reportTo(issues, INCLUDE.param));
  const companies = items.map((item, index) => readItem(item, `${BATCH_FIELD}[${index}]`, issues));
  return issues.length > 0
    ? { issues }
    : { values: { [BATCH_FIELD]: companies, include }, requested: items.filter(isObject) };
}

function reportTo(issues: Issue[], parameter: string, prefix = ""): Report {
  return (message) => {
    issues.push({ parameter, message: `${prefix}${message}` });
    return undefined;
  };
}

function readItems(given: unknown, report: Report): readonly unknown[] | undefined {
  const count = `${BATCH.min} to ${BATCH.max} items`;
  if (given === undefined) return report(`${BATCH_FIELD} is missing; give ${count}`);
  if (!Array.isArray(given)) return report(`${BATCH_FIELD} must be a list of ${count}; got ${shown(given)}`);
  if (given.length >= BATCH.min && given.length <= BATCH.max) return given;
  return report(`${BATCH_FIELD} must hold ${count}; got ${given.length || "none"}`);
}

/** Messages about a field of an item begin with the field, others not. */
function readItem(given: unknown, name: string, issues: Issue[]): Selection {
  const report = reportTo(issues, name, `${name}: `);
  const item = checkShape("the item", "a field of an item", SELECTOR_NAMES, given, report);
  return item === undefined
    ? {}
    : readSelectors(item, report, (field) => reportTo(issues, `${name}.${field}`, `${name}.`));
}

function readSelectors(given: Fields, report: Report, createReport: (name: string) => Report): Selection {
  const selection: Selection = {};
  for (const { param, form } of SELECTORS) {
    const value = given[param] === undefined ? undefined : checkFormat(param, form, given[param], createReport(param));
    if (value !== undefined) selection[param] = value;
  }
  const names = SELECTOR_NAMES.filter((name) => given[name] !== undefined);
  // Two could identify two companies.
  if (names.length !== 1 && names.length === Object.keys(selection).length)
    report(
      `give exactly one of ${SELECTOR_NAMES.join(", ")}; ${names.length === 0 ? "none was given" : `got ${names.join(" and ")}`}`,
    );
  return selection;
}

function readInclude({ [INCLUDE.param]: given }: Fields, report: Report): readonly string[] {
  if (given === undefined) return TIMELINE_INCLUDES.map((kind) => kind.value);
  return checkList(INCLUDE, given, report, getListReader(INCLUDE)) ?? [];
}
