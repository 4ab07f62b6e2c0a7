"use client";
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from "react";
import type { MeterState } from "@/lib/api/dashboard";
import { fetchBalance, meterState, seedMeter, subscribeMeter } from "./meter-store";

export interface Meter {
  /** Null: not known yet. */
  readonly balance: number | null;
  readonly highest: number | null;
  /** The balance was computed, not reported by the API. */
  readonly estimated: boolean;
  /** Credits that the last response cost, and records that were requested. */
  readonly lastCost: number;
  readonly lastAsked: number;
  readonly sessionUsed: number;
  /** Null: no budget is set for a session. */
  readonly sessionBudget: number | null;
  readonly level: "ok" | "low" | "empty" | "unknown";
}

/** Part of the highest balance seen at which the meter says "Low". */
const LOW = 0.2;

const InitialContext = createContext<MeterState | undefined>(undefined);

/** Fetches the balance when the server did not know it, and whenever the page gets the focus; both are free. */
export function MeterProvider({ initial, children }: { initial: MeterState; children: ReactNode }) {
  useState(() => {
    if (typeof window !== "undefined") seedMeter(initial);
  });
  useEffect(() => {
    if (meterState().balance === null) void fetchBalance();
    const onFocus = () => void fetchBalance();
    window.addEventListener("focus", onFocus);
    return () => window.removeEventListener("focus", onFocus);
  }, []);
  return <InitialContext value={initial}>{children}</InitialContext>;
}

export function useMeter(): Meter {
  const initialState = use(InitialContext);
  if (initialState === undefined) throw new Error("useMeter needs a MeterProvider above it");
  const { balance, highest, estimated, lastCost, lastAsked, sessionUsed, sessionBudget } = useSyncExternalStore(
    subscribeMeter,
    meterState,
    () => initialState,
  );
  const level = levelOf(balance, highest);
  return { balance, highest, estimated, lastCost, lastAsked, sessionUsed, sessionBudget, level };
}

function levelOf(balance: number | null, highest: number | null): Meter["level"] {
  if (balance === null) return "unknown";
  if (balance === 0) return "empty";
  return balance <= LOW * (highest ?? 0) ? "low" : "ok";
}
