"use client";

import type { ReactNode } from "react";
import { PricesOff } from "@/components/ui/prices-off";
import { useSpending } from "@/lib/client/spending";

/** Switches every control with a price off while nothing may be bought. */
export function PricesSwitch({ children }: { children: ReactNode }) {
  const { ownedOnly } = useSpending();
  return <PricesOff value={ownedOnly ? "Owned only is on: nothing here can spend." : undefined}>{children}</PricesOff>;
}
