/** Parses timeline requests: a query string, or the body of a batch. */
import { z } from "zod";
import { filterParameters, parameter, vocabularyOf } from "./parameters";
import { timelineBatch } from "./queries";
import { BATCH_FIELD, INCLUDE, SELECTORS, TIMELINE_PATH } from "./timeline";
import { type Problem, readParameters, type WireQuery } from "./wire";

const VOCABULARY = vocabularyOf(TIMELINE_PATH, [
  ...SELECTORS.map((selector) => parameter(selector.param, "text")),
  ...filterParameters(INCLUDE),
]);

/** Reads every parameter of one timeline; never throws. Its values are validated by `timelineQuery` afterwards. */
export function readTimelineQuery(search: URLSearchParams): WireQuery {
  return readParameters(search, VOCABULARY);
}

export interface TimelineBatch {
  readonly values: z.infer<typeof timelineBatch>;
  /** The items as they were sent, in the same order: the response repeats them unchanged. */
  readonly requested: readonly Readonly<Record<string, unknown>>[];
}

const requestedItems = z.object({ [BATCH_FIELD]: z.array(z.record(z.string(), z.unknown())) });

/** The body of a batch, or all of its problems: those of the body first, then item by item. */
export function readTimelineBatch(json: unknown): TimelineBatch | { readonly problems: readonly Problem[] } {
  const parsed = timelineBatch.safeParse(json);
  if (parsed.success) return { values: parsed.data, requested: requestedItems.parse(json)[BATCH_FIELD] };
  const issues = parsed.error.issues.toSorted((a, b) => Math.min(a.path.length, 2) - Math.min(b.path.length, 2));
  return { problems: issues.map(located) };
}

/** Adds the item to a message: the messages of its fields begin with the field. */
function located(issue: z.core.$ZodIssue): Problem {
  const [list, index, field] = issue.path;
  const whole = list === undefined ? "body" : String(list);
  if (list !== BATCH_FIELD || index === undefined) return { parameter: whole, message: issue.message };
  const item = `${BATCH_FIELD}[${String(index)}]`;
  if (field === undefined) return { parameter: item, message: `${item}: ${issue.message}` };
  return { parameter: `${item}.${String(field)}`, message: `${item}.${issue.message}` };
}
