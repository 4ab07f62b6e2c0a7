/** The tools that cost nothing: credits, and the long lists of allowed values. */
import { VALUE_SEARCH_PARAMETER, type ValueListName } from "@dealflow/contract/mcp";
import { quote, shown } from "@dealflow/contract/quote";
import { LISTS } from "@dealflow/contract/values/lists";
import { ApiError } from "@/service/http/api-error";
import type { ToolArguments } from "./arguments";
import { type Call, type Cost, costOf, costText, type ToolResult } from "./call";

export async function callCreditsTool(call: Call): Promise<ToolResult> {
  const { dailyAllowance } = call.connection;
  const cost = await readCost(call);
  return {
    structured: { dailyAllowance, ...cost },
    text: `${costText(cost)} Its daily allowance is ${dailyAllowance}.`,
  };
}

export async function callValuesTool(
  call: Call,
  list: ValueListName,
  { values: { [VALUE_SEARCH_PARAMETER]: search = "" } }: ToolArguments,
): Promise<ToolResult> {
  if (typeof search !== "string") throw new ApiError("INVALID_INPUT", `search must be text; got ${shown(search)}`);
  const words = search.toLowerCase().split(/\s+/);
  const values = valuesOf(list).filter(({ value, title = "" }) => {
    const text = `${value} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const lines = values.map(({ value, title }) => (title === undefined ? value : `${value}: ${title}`));
  const text = lines.length === 0 ? `No value has all words of ${quote(search)}.` : lines.join("\n");
  return { structured: { values, ...(await readCost(call)) }, text };
}

/** A title is left out where it is the value itself. */
export function valuesOf(list: ValueListName): { readonly value: string; readonly title?: string }[] {
  return LISTS[list].map(({ value, title }) => (title === value ? { value } : { value, title }));
}

/** Counts the call against the rate limit, as every call. */
async function readCost(call: Call): Promise<Cost> {
  const { balance, allowance } = await call.payment.admit();
  return costOf(call, { creditsUsed: 0, creditsRemaining: balance }, allowance);
}
