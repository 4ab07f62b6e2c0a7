/** Whether what was counted equals the balance that the API reports, and in words by how much it does not. */
import { Check } from "lucide-react";
import { cn } from "@/lib/cn";
import { count, credits } from "@/lib/format/counts";

interface Reconciled {
  /** Undefined: unknown at this moment. */
  readonly equal: boolean | undefined;
  readonly text: string;
}

export function withLedger(reported: number, sum: number): Reconciled {
  if (reported === sum) return { equal: true, text: "Sum equals the balance" };
  const gap = Math.abs(reported - sum);
  return {
    equal: false,
    text: `Drift: the API says ${count(reported)}, the ledger adds up to ${count(sum)}; ${credits(gap)} ${are(gap)} not explained by it`,
  };
}

/** `expected`: by the dashboard's count; `unknown`: requests that may have been charged. */
export function withCount(reported: number | null, expected: number | null, unknown: number): Reconciled {
  if (reported === null) return { equal: undefined, text: "Balance not reported yet" };
  if (expected === null) return { equal: undefined, text: "Counted once nothing is being bought" };
  if (reported === expected) return { equal: true, text: "This dashboard's count equals the balance" };
  const gap = Math.abs(reported - expected);
  const where =
    reported < expected
      ? `${credits(gap)} ${were(gap)} spent elsewhere or not counted`
      : `${credits(gap)} ${were(gap)} added elsewhere or counted too often`;
  const maybe =
    unknown === 0
      ? ""
      : `; ${count(unknown)} ${unknown === 1 ? "request" : "requests"} without a response may be part of it`;
  return {
    equal: false,
    text: `Drift: the API says ${count(reported)}, this dashboard counted ${count(expected)}; ${where}${maybe}`,
  };
}

function are(value: number): string {
  return value === 1 ? "is" : "are";
}

function were(value: number): string {
  return value === 1 ? "was" : "were";
}

/** The result of counting beside the balance: a tick, or the drift in words. */
export function ReconciledLine({ result: { equal, text } }: { result: Reconciled }) {
  return (
    <p className={cn("flex items-center gap-1.5 text-12", equal === false ? "text-warn-text" : "text-text-2")}>
      {equal && <Check size={14} strokeWidth={2.5} />}
      {text}
    </p>
  );
}
