"use client";
/** The lists that are too long for the page: fetched when one is opened, once for all. */
import { useSyncExternalStore } from "react";
import type { ListName } from "@/lib/contract/filters";
import { UNKNOWN } from "@/lib/contract/values/unknown";

interface ListedValue {
  readonly value: string;
  readonly title: string;
}

const FETCH: Partial<Record<ListName, () => Promise<readonly ListedValue[]>>> = {
  countries: async () => (await import("@/lib/contract/values/countries")).COUNTRIES,
  naics: async () => (await import("@/lib/contract/values/naics")).NAICS,
  industries: async () =>
    (await import("@/lib/contract/values/industries")).INDUSTRIES.map((label) => ({ value: label, title: label })),
};

const UNKNOWN_VALUE: ListedValue = { value: UNKNOWN, title: "Nothing on file" };

type ListState = readonly ListedValue[] | "coming" | "failed";

const lists = new Map<ListName, ListState>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(name: ListName, state: ListState): void {
  lists.set(name, state);
  for (const listener of listeners) listener();
}

/** Fetches a list unless it is loaded or loading; one that failed is retried. */
export function loadList(name: ListName): void {
  const fetchIt = FETCH[name];
  const state = lists.get(name);
  if (fetchIt === undefined || (state !== undefined && state !== "failed")) return;
  set(name, "coming");
  fetchIt().then(
    (values) => set(name, [...values, UNKNOWN_VALUE]),
    () => set(name, "failed"),
  );
}

/** Undefined until it is requested. */
export function useLongList(name: ListName | undefined): ListState | undefined {
  return useSyncExternalStore(
    subscribe,
    () => (name === undefined ? undefined : lists.get(name)),
    () => undefined,
  );
}
