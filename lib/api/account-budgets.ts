/** Tolerant readers for budgets of a workspace and its members, as the account endpoints return them. */

import { isObject, list, number, text } from "@dealflow/client/tolerant-reader";
import type { AccountBudgets, Budget } from "@/lib/contract/account-budgets";
import { readLimit } from "./budgets";

export function readAccountBudgets(json: unknown): AccountBudgets | undefined {
  if (!isObject(json)) return undefined;
  const workspace = budget(json.workspace);
  return workspace === null ? undefined : { workspace, members: list(memberBudget)(json.members) };
}

function budget(value: unknown): Budget | null {
  if (!isObject(value) || !isObject(value.limits) || !isObject(value.used)) return null;
  const { limits, used } = value;
  return {
    limits: { day: readLimit(limits.day) ?? null, month: readLimit(limits.month) ?? null },
    used: { day: number(used.day) ?? 0, month: number(used.month) ?? 0 },
  };
}

function memberBudget(value: unknown): AccountBudgets["members"][number] | null {
  const read = budget(value);
  if (read === null || !isObject(value)) return null;
  const [id, email] = [text(value.id), text(value.email)];
  return id === null || email === null ? null : { ...read, id, email, name: text(value.name) ?? email };
}
