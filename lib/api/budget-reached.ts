/**
 * Code of the refusal when a purchase could pass a budget. It is the dashboard's and no code of the interface: nothing
 * was sent to the host.
 */
export const BUDGET_REACHED = "BUDGET_REACHED";
