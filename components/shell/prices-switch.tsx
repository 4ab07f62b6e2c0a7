"use client";

import { type ReactNode, useMemo } from "react";
import { PricesContext } from "@/components/ui/prices";
import { useMeter } from "@/lib/client/meter";
import { beginGesture, useGesture } from "@/lib/spending/gestures";
import { useSpending } from "@/lib/spending/settings-provider";

/** Provides every control with a price with what can be bought now, and whether a press of it would count. */
export function PricesSwitch({ children }: { children: ReactNode }) {
  const { ownedOnly } = useSpending();
  const { balance } = useMeter();
  const pressed = useGesture(({ number }) => number);
  const off = ownedOnly ? "Owned only is on: nothing here can spend." : undefined;
  const prices = useMemo(() => ({ off, balance, pressed, press: beginGesture }), [off, balance, pressed]);
  return <PricesContext value={prices}>{children}</PricesContext>;
}
