/** One authenticated request to the endpoint, and what a tool returns. */
import type { Connection } from "@/service/accounts/connections";
import type { Services } from "@/service/http/context";
import type { Payment } from "@/service/http/payment";

export interface Call {
  readonly services: Services;
  readonly connection: Connection;
  readonly payment: Payment;
  readonly requestId: string;
  /** As it was received; undefined where the request has none. */
  readonly message: unknown;
}

export interface ToolResult {
  readonly structured: Readonly<Record<string, unknown>>;
  /** A summary, for clients and models that read text alone. */
  readonly text: string;
}

export interface Cost {
  readonly creditsUsed: number;
  readonly creditsRemaining: number;
  readonly allowanceRemaining: number;
}

/** @param allowance what the charge left of it; a charge whose response was lost does not know */
export function getCost(
  { connection }: Call,
  { creditsUsed, creditsRemaining }: Pick<Cost, "creditsUsed" | "creditsRemaining">,
  allowance: number | undefined,
): Cost {
  return {
    creditsUsed,
    creditsRemaining,
    allowanceRemaining: allowance ?? Math.max(0, connection.dailyAllowance - creditsUsed),
  };
}

export function costText({ creditsUsed, creditsRemaining, allowanceRemaining }: Cost): string {
  return `${creditsUsed} ${creditsUsed === 1 ? "credit" : "credits"} used; the workspace has ${creditsRemaining} left, this connection may use ${allowanceRemaining} more today.`;
}
