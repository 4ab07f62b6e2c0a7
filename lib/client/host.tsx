"use client";
/** Whose data is shown, as the server said it with the page. */
import { createContext, type ReactNode, use } from "react";
import type { HostState } from "@/lib/api/dashboard";
import { actFor } from "./own-route";
import { nameWorkspace } from "./owned/store";

const Context = createContext<HostState | undefined>(undefined);

export function HostProvider({ value, children }: { value: HostState; children: ReactNode }) {
  if (typeof window !== "undefined") {
    nameWorkspace(value.account);
    actFor(value.account);
  }
  return <Context value={value}>{children}</Context>;
}

export function useHost(): HostState {
  const host = use(Context);
  if (host === undefined) throw new Error("useHost needs a HostProvider above it");
  return host;
}
