import { Check } from "lucide-react";
import { cn } from "@/lib/cn";
import type { Reconciled } from "./reconcile";

/** The result of counting beside the balance: a tick, or the drift in words. */
export function ReconciledLine({ result: { equal, text } }: { result: Reconciled }) {
  return (
    <p className={cn("flex items-center gap-1.5 text-12", equal === false ? "text-warn-text" : "text-text-2")}>
      {equal && <Check size={14} strokeWidth={2.5} />}
      {text}
    </p>
  );
}
