"use client";
/** The host whose data is shown, as rendered by the server. */
import { createContext, type ReactNode, use, useEffect } from "react";
import type { HostState } from "@/lib/api/dashboard";
import { useSpending } from "@/lib/spending/settings-provider";
import { setWorkspace } from "./fetch-dashboard";
import { deleteUnkept, ownerOf } from "./purchased/owners";
import { setOwner } from "./purchased/store";

const Context = createContext<HostState | undefined>(undefined);

export function HostProvider({ value, children }: { value: HostState; children: ReactNode }) {
  if (typeof window !== "undefined") {
    setOwner(ownerOf(value));
    setWorkspace(value.account);
  }
  const person = value.identity?.person.id;
  useEffect(() => {
    // Without storage there is nothing to delete.
    if (person !== undefined) void deleteUnkept(person).catch(() => undefined);
  }, [person]);
  return <Context value={value}>{children}</Context>;
}

export function useHost(): HostState {
  const host = use(Context);
  if (host === undefined) throw new Error("useHost needs a HostProvider above it");
  return host;
}

/** Whether rows are free here: what is not owned is previewed, and nothing is bought by opening or filtering. */
export function useExplores(): boolean {
  const { ownedOnly } = useSpending();
  return useHost().identity?.freeExplore === "rows" && !ownedOnly;
}
