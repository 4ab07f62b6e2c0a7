/** Parses timeline requests, which are a query string, or the body of a batch. */
import * as z from "zod";
import { BATCH, BATCH_FIELD, INCLUDE, SELECTORS, TIMELINE_PATH } from "../timeline";
import { TIMELINE_INCLUDES } from "../values/events";
import { shapeMessage } from "./feed-query";
import { getListReader } from "./list-readers";
import { createVocabulary, type Issue, parameter, readableParameters, readParameters } from "./parameters";
import { shown } from "./quote";
import { checkFormat, checkList, type Report } from "./value-checks";

const SELECTOR_NAMES = SELECTORS.map((selector) => selector.param);
const [byId, byDomain, byName, byProfile] = SELECTORS;

/** Turns a check of the contract into a schema. */
function createSchema<Value>(check: (given: unknown, report: Report) => Value | undefined) {
  return z.unknown().transform((given, context) => {
    const value = check(given, (message, index) => {
      context.addIssue({ code: "custom", message, path: index === undefined ? [] : [index] });
    });
    return value ?? z.NEVER;
  });
}

function selectorSchema({ param, form }: (typeof SELECTORS)[number]) {
  return createSchema((given, report) => checkFormat(param, form, given, report)).optional();
}

const selectors = {
  [byId.param]: selectorSchema(byId),
  [byDomain.param]: selectorSchema(byDomain),
  [byName.param]: selectorSchema(byName),
  [byProfile.param]: selectorSchema(byProfile),
};

const include = createSchema((given, report) => checkList(INCLUDE, given, report, getListReader(INCLUDE))).default(
  TIMELINE_INCLUDES.map((kind) => kind.value),
);

/** Returns the message about an object as a whole, as zod expects it. */
function shapeError(what: string, where: string, known: readonly string[]) {
  return ({ code, input, keys }: { code?: string; input?: unknown; keys?: unknown }) =>
    shapeMessage(what, where, known, input, code === "unrecognized_keys" && Array.isArray(keys) ? keys : undefined);
}

/** A company has exactly one selector; two could identify two companies. */
function oneSelector(item: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const given = SELECTOR_NAMES.filter((name) => item[name] !== undefined);
  if (given.length === 1) return;
  const named = given.length === 0 ? "none was given" : `got ${given.join(" and ")}`;
  context.addIssue({ code: "custom", message: `give exactly one of ${SELECTOR_NAMES.join(", ")}; ${named}` });
}

const timelineQuery = z
  .strictObject(
    { ...selectors, include },
    { error: shapeError("the query", `a parameter of ${TIMELINE_PATH}`, [...SELECTOR_NAMES, INCLUDE.param]) },
  )
  .superRefine(oneSelector);

const batchItem = z
  .strictObject(selectors, { error: shapeError("the item", "a field of an item", SELECTOR_NAMES) })
  .superRefine(oneSelector);

const batchCount = `${BATCH_FIELD} must hold ${BATCH.min} to ${BATCH.max} items`;

export const timelineBatch = z.strictObject(
  {
    [BATCH_FIELD]: z
      .array(batchItem, {
        error: (issue) =>
          issue.input === undefined
            ? `${BATCH_FIELD} is missing; give ${BATCH.min} to ${BATCH.max} items`
            : `${BATCH_FIELD} must be a list of ${BATCH.min} to ${BATCH.max} items; got ${shown(issue.input)}`,
      })
      .min(BATCH.min, `${batchCount}; got none`)
      .max(BATCH.max, {
        error: (issue) => `${batchCount}; got ${Array.isArray(issue.input) ? issue.input.length : "more"}`,
      }),
    include,
  },
  { error: shapeError("the body", "a field of the body", [BATCH_FIELD, INCLUDE.param]) },
);

const VOCABULARY = createVocabulary(TIMELINE_PATH, [
  ...SELECTORS.map((selector) => parameter(selector.param, "text")),
  ...readableParameters(INCLUDE),
]);

interface Refused {
  readonly issues: readonly Issue[];
}

/** Returns the query of one timeline, or all issues of its text, else of its values. */
export function parseTimelineQuery(search: URLSearchParams): TimelineQuery | Refused {
  const read = readParameters(search, VOCABULARY);
  return read.issues.length > 0 ? { issues: read.issues } : checkTimelineQuery(read.values);
}

interface TimelineQuery {
  readonly values: z.infer<typeof timelineQuery>;
}

/** Does the same for values that were never text. */
export function checkTimelineQuery(values: unknown): TimelineQuery | Refused {
  const parsed = timelineQuery.safeParse(values);
  if (parsed.success) return { values: parsed.data };
  return {
    issues: parsed.error.issues.map(({ path, message }) => ({ parameter: String(path[0] ?? "query"), message })),
  };
}

export interface TimelineBatch {
  readonly values: z.infer<typeof timelineBatch>;
  /** The items stay as they were sent, in the same order: the response repeats them unchanged. */
  readonly requested: readonly Readonly<Record<string, unknown>>[];
}

const requestedItems = z.object({ [BATCH_FIELD]: z.array(z.record(z.string(), z.unknown())) });

/** Returns the body of a batch, or all of its issues: those of the body first, then item by item. */
export function parseTimelineBatch(json: unknown): TimelineBatch | Refused {
  const parsed = timelineBatch.safeParse(json);
  if (parsed.success) return { values: parsed.data, requested: requestedItems.parse(json)[BATCH_FIELD] };
  const issues = parsed.error.issues.toSorted((a, b) => Math.min(a.path.length, 2) - Math.min(b.path.length, 2));
  return { issues: issues.map(located) };
}

/** Adds the item to a message: the messages of its fields begin with the field. */
function located(issue: z.core.$ZodIssue): Issue {
  const [list, index, field] = issue.path;
  const whole = list === undefined ? "body" : String(list);
  if (list !== BATCH_FIELD || index === undefined) return { parameter: whole, message: issue.message };
  const item = `${BATCH_FIELD}[${String(index)}]`;
  if (field === undefined) return { parameter: item, message: `${item}: ${issue.message}` };
  return { parameter: `${item}.${String(field)}`, message: `${item}.${issue.message}` };
}
