/** The tools that cost nothing: credits, and the long lists of allowed values. */
import type { ValueListName } from "@/lib/contract/mcp";
import { type AllowedValue, LISTS } from "@/lib/contract/values/lists";
import { type Call, type Cost, costOf, costText, type ToolResult } from "./call";

export async function callCreditsTool(call: Call): Promise<ToolResult> {
  const { dailyAllowance } = call.connection;
  const cost = await readCost(call);
  return {
    structured: { dailyAllowance, ...cost },
    text: `${costText(cost)} Its daily allowance is ${dailyAllowance}.`,
  };
}

export async function callValuesTool(call: Call, list: ValueListName): Promise<ToolResult> {
  const values = valuesOf(list);
  const lines = values.map(({ value, title }) => (value === title ? value : `${value}: ${title}`));
  return { structured: { values, ...(await readCost(call)) }, text: lines.join("\n") };
}

export function valuesOf(list: ValueListName): AllowedValue[] {
  return LISTS[list].map(({ value, title }) => ({ value, title }));
}

/** Counts the call against the rate limit, as every call. */
async function readCost(call: Call): Promise<Cost> {
  const { balance, allowance } = await call.payment.admit();
  return costOf(call, { creditsUsed: 0, creditsRemaining: balance }, allowance);
}
