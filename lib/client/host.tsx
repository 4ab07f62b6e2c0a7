"use client";
/** The host whose data is shown, as rendered by the server. */
import { createContext, type ReactNode, use } from "react";
import type { HostState } from "@/lib/api/dashboard";
import { setWorkspace } from "./fetch-dashboard";
import { setStoreWorkspace } from "./purchased/store";

const Context = createContext<HostState | undefined>(undefined);

export function HostProvider({ value, children }: { value: HostState; children: ReactNode }) {
  if (typeof window !== "undefined") {
    setStoreWorkspace(value.account);
    setWorkspace(value.account);
  }
  return <Context value={value}>{children}</Context>;
}

export function useHost(): HostState {
  const host = use(Context);
  if (host === undefined) throw new Error("useHost needs a HostProvider above it");
  return host;
}
