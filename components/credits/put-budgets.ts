import { parseJson, readErrorResponse } from "@dealflow/client/list-page";
import { BUDGETS_ROUTE, type BudgetLimits, type BudgetsState, budgetsResponse } from "@/lib/api/budgets";
import { fetchDashboard } from "@/lib/client/fetch-dashboard";

/** Resolves to a sentence when they could not be set. */
export async function putBudgets(limits: BudgetLimits): Promise<BudgetsState | string> {
  try {
    const response = await fetchDashboard(BUDGETS_ROUTE, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(limits),
    });
    const json = parseJson(await response.text());
    const read = response.ok ? budgetsResponse.safeParse(json).data : undefined;
    return read ?? readErrorResponse(json)?.message ?? "The response could not be read; the budgets may not be set.";
  } catch {
    return "The dashboard's server did not answer; the budgets are as they were.";
  }
}
