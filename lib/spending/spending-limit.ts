/** The spending limit: endless scrolling pauses after so many credits in one view. */
import { create } from "zustand";
import { useUi } from "@/lib/client/ui-store";

/** Views whose limit was raised, and to what. */
const useRaised = create<Readonly<Record<string, number>>>(() => ({}));

/** Raises the limit of one view to so many credits. */
export function raiseViewLimit(view: string, to: number): void {
  useRaised.setState({ [view]: to });
}

/** Credits at which a view pauses. */
export function useSpendingLimit(view: string): number {
  const raised = useRaised((limits) => limits[view] ?? 0);
  return Math.max(
    useUi(({ spendingLimit }) => spendingLimit),
    raised,
  );
}
