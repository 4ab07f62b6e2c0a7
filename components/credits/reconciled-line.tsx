import { Check } from "lucide-react";
import type { Reconciled } from "./reconcile";

/** The result of counting beside the balance: a tick, or the drift in words. */
export function ReconciledLine({ result: { equal, text } }: { result: Reconciled }) {
  return (
    <p className="credits-reconciled" data-drift={equal === false || undefined}>
      {equal && <Check size={14} strokeWidth={2.5} />}
      {text}
    </p>
  );
}
