/** The last known balance and spending of this browser, shared by all its tabs of a workspace. */

import { isObject, number, text } from "@dealflow/client/tolerant-reader";
import { METER_ROUTE, type MeterState } from "@/lib/api/dashboard";
import { currentWorkspace, fetchDashboard } from "./fetch-dashboard";

const UNKNOWN: MeterState = {
  balance: null,
  highest: null,
  estimated: false,
  lastCost: 0,
  lastAsked: 0,
  sessionUsed: 0,
  sessionBudget: null,
  probedAt: null,
};

let state = UNKNOWN;
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

export function meterState(): MeterState {
  return state;
}

function set(next: MeterState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Applies an update; the highest balance only rises. A balance of null: positive, but unknown. */
export function updateMeter(change: Partial<MeterState>): void {
  const highest = Math.max(state.highest ?? 0, change.highest ?? 0, change.balance ?? 0);
  const balance = change.balance === undefined ? state.balance : change.balance;
  set({ ...state, ...change, balance, highest: balance === null ? null : highest });
  channel?.postMessage(state);
}

/** What the server knew when it rendered; never replaces something newer. */
export function seedMeter(initial: MeterState): void {
  if (state.balance === null) state = initial;
}

export function subscribeMeter(listener: () => void): () => void {
  if (listeners.size === 0) {
    channel = new BroadcastChannel(`dealflow-meter.${currentWorkspace()}`);
    channel.onmessage = (event: MessageEvent<unknown>) => {
      const received = readMeter(event.data);
      if (received !== undefined) set(received);
    };
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = undefined;
  };
}

function readMeter(value: unknown): MeterState | undefined {
  if (!isObject(value)) return undefined;
  return {
    balance: number(value.balance),
    highest: number(value.highest),
    estimated: value.estimated === true,
    lastCost: number(value.lastCost) ?? 0,
    lastAsked: number(value.lastAsked) ?? 0,
    sessionUsed: number(value.sessionUsed) ?? 0,
    sessionBudget: number(value.sessionBudget),
    probedAt: text(value.probedAt),
  };
}

/**
 * Fetches the balance, which is free. A failure changes nothing, and so does a response after
 * a purchase has updated the balance, which this response may not include.
 */
export async function fetchBalance(): Promise<void> {
  const before = state;
  try {
    const response = await fetchDashboard(METER_ROUTE);
    const received = response.ok ? readMeter(await response.json()) : undefined;
    const changed = received !== undefined && (received.balance !== null || before.balance === 0);
    if (changed && state === before) updateMeter({ ...received, lastCost: state.lastCost, lastAsked: state.lastAsked });
  } catch {
    return;
  }
}
