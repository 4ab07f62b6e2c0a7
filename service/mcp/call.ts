/** Describes one authenticated request to the endpoint, and the result of a tool. */
import type { Connection } from "@/service/accounts/connections";
import type { Services } from "@/service/http/context";
import type { Payment } from "@/service/http/metered/payment";

export interface Call {
  readonly services: Services;
  readonly connection: Connection;
  readonly payment: Payment;
  readonly requestId: string;
  /** The message is as received; undefined where the request has none. */
  readonly message: unknown;
}

export interface ToolResult {
  readonly structured: Readonly<Record<string, unknown>>;
  /** Clients and models that read text alone get this summary. */
  readonly text: string;
}

export interface Cost {
  readonly creditsUsed: number;
  readonly creditsRemaining: number;
  readonly allowanceRemaining: number;
}

/**
 * @param allowance credits that the connection may still use today (UTC); undefined when the response to the charge was
 * lost. The whole daily allowance less this charge is then the most that may be left.
 */
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
