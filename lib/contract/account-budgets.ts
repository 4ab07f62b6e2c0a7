/** Budgets of a workspace and of its members for what the dashboard buys, held in the transaction that charges. */
export const BUDGETS = {
  /** → `AccountBudgets` */
  budgets: { method: "GET", path: "/account/v1/budgets" },
  /** `{person: id or null for the workspace, day, month}`, each a number of credits or null for none → `AccountBudgets` */
  setBudget: { method: "PUT", path: "/account/v1/budgets", owner: true },
} as const;

/** Code of the refusal, with 403, when a purchase would pass a budget. It is no code of the interface. */
export const BUDGET_REACHED = "BUDGET_REACHED";
export const MAX_BUDGET = 1_000_000_000;

/** Credits by day and month of UTC. */
export interface Budget {
  readonly limits: { readonly day: number | null; readonly month: number | null };
  /** What the dashboard has used of it. */
  readonly used: { readonly day: number; readonly month: number };
}

export interface AccountBudgets {
  readonly workspace: Budget;
  /** To an owner everybody's, at most `WORKSPACE_LIMITS.members`; to a member their own. */
  readonly members: readonly (Budget & { readonly id: string; readonly name: string; readonly email: string })[];
}
