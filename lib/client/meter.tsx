"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { type MeterState, UNKNOWN_METER } from "@/lib/api/dashboard";
import { fetchBalance, listenToTabs, meterQuery, seedMeter } from "@/lib/queries/meter";

/** `balance` null: not known yet; `sessionBudget` null: no budget is set for a session. */
export interface Meter extends MeterState {
  readonly level: "ok" | "low" | "empty" | "unknown";
}

/** Part of the highest balance seen at which the meter says "Low". */
const LOW = 0.2;

/** Fetches the balance when the server did not know it, and whenever the page gets the focus; both are free. */
export function MeterProvider({ initial, children }: { initial: MeterState; children: ReactNode }) {
  const client = useQueryClient();
  // Before anything below is rendered, on the server too.
  useState(() => seedMeter(client, initial));
  useEffect(listenToTabs, []);
  useEffect(() => {
    // Also where a page below has reported the balance alone: the use of the session is not known yet.
    if (initial.balance === null) void fetchBalance();
    const onFocus = () => void fetchBalance();
    window.addEventListener("focus", onFocus);
    return () => window.removeEventListener("focus", onFocus);
  }, [initial]);
  return children;
}

export function useMeter(): Meter {
  const { data = UNKNOWN_METER } = useQuery(meterQuery);
  return { ...data, level: levelOf(data.balance, data.highest) };
}

function levelOf(balance: number | null, highest: number | null): Meter["level"] {
  if (balance === null) return "unknown";
  if (balance === 0) return "empty";
  return balance <= LOW * (highest ?? 0) ? "low" : "ok";
}
