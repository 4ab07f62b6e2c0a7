/** Describes the problems of an address, with one line for each kind of problem however many values have it. */
import type { Feed } from "@dealflow/contract/feeds";
import { filterParameters } from "@dealflow/contract/filters";
import type { Issue } from "@dealflow/contract/query/parameters";
import { count } from "@/lib/format/counts";

/** A line names at most this many parameters. */
const NAMED = 3;

const EXAMPLES = { usd: "5000000", year: "2015", people: "10" } as const;

/** A message ends with the rejected value after these words. */
const GOT = "; got ";

export function issueLines(feed: Feed, issues: readonly Issue[]): string[] {
  const known = new Set([...feed.filters, ...feed.order].flatMap(filterParameters));
  const byParameter = new Map<string, Issue[]>();
  for (const issue of issues) {
    const key = issue.index === undefined ? issue.parameter : `${issue.parameter}[]`;
    const group = byParameter.get(key);
    if (group === undefined) byParameter.set(key, [issue]);
    else group.push(issue);
  }
  const groups = [...byParameter.values()].map((issues) => issues.map((issue) => inWords(feed, issue)));
  const unknown = groups.flatMap(([first]) =>
    first !== undefined && !known.has(first.parameter) && first.message.includes("is not a parameter") ? first : [],
  );
  const lines = groups.filter(([first]) => first !== undefined && !unknown.includes(first)).map(issueLine);
  // Both ends of a range may be wrong in the same way.
  return [...new Set(unknown.length === 0 ? lines : [unknownLine(unknown), ...lines])];
}

/** The contract speaks to developers, so a sentence about a range or a date names its field. */
function inWords({ filters }: Feed, issue: Issue): Issue {
  const filter = filters.find((one) => filterParameters(one).includes(issue.parameter));
  if (filter?.kind !== "range" && filter?.kind !== "dates") return issue;
  if (filter.kind === "range" && issue.message.includes("must be a number"))
    return { ...issue, message: `${filter.label} must be a number, e.g. ${EXAMPLES[filter.unit]}` };
  const [from, to] = filterParameters(filter);
  const named = new Map([
    [from, `${filter.label}, from`],
    [to, `${filter.label}, to`],
  ]);
  return { ...issue, message: issue.message.replaceAll(/\w+/g, (word) => named.get(word) ?? word) };
}

function unknownLine(unknown: readonly Issue[]): string {
  const [first] = unknown;
  const hint = /did you mean [^;]+/.exec(unknown.length === 1 ? (first?.message ?? "") : "");
  if (hint !== null) return `${first?.parameter} is not a filter here; ${hint[0]}`;
  return `${listed(unknown.map(({ parameter }) => parameter))} ${unknown.length === 1 ? "is not a filter" : "are not filters"} here`;
}

function issueLine(issues: readonly Issue[]): string {
  const [first] = issues;
  if (first === undefined) return "";
  const values = issues.flatMap(({ message }) => message.split(GOT).slice(1));
  if (first.index === undefined || values.length === 0) {
    const more = issues.length - 1;
    return more > 0 ? `${first.message}, and ${count(more)} more like it` : first.message;
  }
  return `Unknown ${first.parameter}: ${listed(values)}`;
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  if (more > 0) return `${names.slice(0, NAMED).join(", ")} and ${count(more)} more`;
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
