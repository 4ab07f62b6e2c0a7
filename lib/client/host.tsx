"use client";
/** The host whose data is shown, as rendered by the server. */
import type { Identity } from "@dealflow/contract/account/people";
import { createContext, type ReactNode, use } from "react";
import type { HostState } from "@/lib/api/dashboard";
import { setWorkspace } from "./requests/fetch-dashboard";

const Context = createContext<HostState | undefined>(undefined);

export function HostProvider({ value, children }: { value: HostState; children: ReactNode }) {
  if (typeof window !== "undefined") setWorkspace(value.account);
  return <Context value={value}>{children}</Context>;
}

export function useHost(): HostState {
  const host = use(Context);
  if (host === undefined) throw new Error("useHost needs a HostProvider above it");
  return host;
}

/** The signed-in person and the open workspace, below a layout that renders nothing without them. */
export function useIdentity(): Identity {
  const { identity } = useHost();
  if (identity === null) throw new Error("useIdentity needs somebody who is signed in");
  return identity;
}
