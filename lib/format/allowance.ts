import { MAX_DAILY_ALLOWANCE } from "@dealflow/contract/scopes";
import { count } from "./counts";

export const ALLOWANCE_RULE = `Enter a whole number of credits, from 0 to ${count(MAX_DAILY_ALLOWANCE)}.`;

/** `1,000` is accepted as it is formatted here; the result is undefined for an invalid allowance. */
export function parseAllowance(text: string): number | undefined {
  const digits = text.replaceAll(/[,\s]/g, "");
  const number = /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
  return number !== undefined && number <= MAX_DAILY_ALLOWANCE ? number : undefined;
}
