/** Reads the arguments of a tool call: JSON values under the names that REST has, checked by the same rules. */
import { FEEDS } from "@dealflow/contract/feeds";
import type { Filter } from "@dealflow/contract/filters";
import { MAX_CREDITS, MAX_CREDITS_PARAMETER } from "@dealflow/contract/mcp";
import { nameHint } from "@dealflow/contract/query/nearest";
import { feedVocabulary, type Issue } from "@dealflow/contract/query/parameters";
import { quote, shown } from "@dealflow/contract/query/quote";
import { isObject } from "@dealflow/contract/query/syntax";
import { checkWholeNumber } from "@dealflow/contract/query/value-checks";
import { INCLUDE } from "@dealflow/contract/timeline";
import type { DescribedTool } from "@/lib/describe/mcp/tools";
import { ApiError } from "@/service/http/api-error";
import { rejectInput } from "@/service/http/read-request";

export interface ToolArguments {
  /** Values have current names; the parser of the endpoint checks them. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The call may cost at most this; undefined for no limit. */
  readonly maxCredits: number | undefined;
}

/** Throws `INVALID_INPUT`. */
export function readArguments(tool: DescribedTool, given: unknown = {}): ToolArguments {
  if (!isObject(given)) throw new ApiError("INVALID_INPUT", `the arguments must be an object; got ${shown(given)}`);
  const names = tool.parameters;
  const issues: Issue[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const { name, filter } = getParameter(tool, key);
    if (!names.includes(name))
      issues.push({
        parameter: key,
        message: `${quote(key)} is not a parameter of ${tool.name}; ${nameHint(key, names)}`,
      });
    // When the older name is given next to the current one, both are meant, as in a query string.
    else values[name] = filter?.kind === "many" ? mergeLists(values[name], asList(value, filter.commas)) : value;
  }
  const { [MAX_CREDITS_PARAMETER]: credits, ...others } = values;
  const maxCredits =
    credits === undefined
      ? undefined
      : checkWholeNumber(MAX_CREDITS_PARAMETER, MAX_CREDITS, credits, (message) => {
          issues.push({ parameter: MAX_CREDITS_PARAMETER, message });
          return undefined;
        });
  if (issues.length > 0) rejectInput(issues);
  return { values: others, maxCredits };
}

function getParameter(tool: DescribedTool, key: string): { readonly name: string; readonly filter?: Filter } {
  if (tool.kind === "feed") return feedVocabulary(FEEDS[tool.feed]).byName.get(key) ?? { name: key };
  return key === INCLUDE.param ? { name: key, filter: INCLUDE } : { name: key };
}

/** Treats one text as a list of one, as in a query string. */
export function asList(value: unknown, commas = false): unknown {
  const list: unknown = typeof value === "string" ? [value] : value;
  if (!Array.isArray(list)) return list;
  const items: unknown[] = commas
    ? list.flatMap((item) => (typeof item === "string" ? item.split(",").map((part) => part.trim()) : [item]))
    : list;
  return [...new Set(items)];
}

function mergeLists(earlier: unknown, later: unknown): unknown {
  return Array.isArray(earlier) && Array.isArray(later) ? [...new Set([...earlier, ...later])] : later;
}
