/** Budgets of a workspace and its members for purchases by the dashboard, enforced in the transaction that charges. */
export const BUDGETS = {
  /** → `AccountBudgets` */
  budgets: { method: "GET", path: "/account/v1/budgets" },
  /** `{person: id or null for the workspace, day, month}`, each a number of credits or null for none → `AccountBudgets` */
  setBudget: { method: "PUT", path: "/account/v1/budgets", owner: true },
} as const;

/** Error code, with 403, of a purchase above a budget. It is not part of the API. */
export const BUDGET_REACHED = "BUDGET_REACHED";
export const MAX_BUDGET = 1_000_000_000;

/** Credits by day and month of UTC. */
export interface Budget {
  readonly limits: { readonly day: number | null; readonly month: number | null };
  /** The dashboard's usage. */
  readonly used: { readonly day: number; readonly month: number };
}

export interface AccountBudgets {
  readonly workspace: Budget;
  /** Owners see everyone's, at most `WORKSPACE_LIMITS.members`; members see their own. */
  readonly members: readonly (Budget & { readonly id: string; readonly name: string; readonly email: string })[];
}
