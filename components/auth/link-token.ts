"use client";
import { LINK_TOKEN } from "@dealflow/contract/account-people";
/**
 * The token of a mailed link. It is in the fragment, which no server sees, and is removed from the address bar at
 * once, so that neither a screenshot nor the history contains it.
 */
import { useEffect } from "react";
import { create } from "zustand";

interface TokenStorage {
  /** The token from before the page was reloaded; null without one. */
  read(): string | null;
  save(token: string | null): void;
}

export interface LinkToken {
  /** Undefined until the address was read; null: there is none. */
  use(): string | null | undefined;
  /** It was used. */
  clear(): void;
  /** It is still shown, but gone after a reload. */
  clearSaved(): void;
}

function linkToken({ read, save }: TokenStorage): LinkToken {
  const useToken = create<{ readonly token: string | null | undefined }>(() => ({ token: undefined }));
  function readHash(): void {
    const found = new URLSearchParams(window.location.hash.slice(1)).get(LINK_TOKEN);
    if (found) {
      window.history.replaceState(null, "", `${window.location.pathname}${window.location.search}`);
      save(found);
      useToken.setState({ token: found });
    } else useToken.setState(({ token }) => ({ token: token ?? read() }));
  }
  return {
    use: () => {
      useEffect(() => {
        readHash();
        // A second link opened in this tab does not reload the page.
        window.addEventListener("hashchange", readHash);
        return () => window.removeEventListener("hashchange", readHash);
      }, []);
      return useToken(({ token }) => token);
    },
    clearSaved: () => save(null),
    clear: () => {
      save(null);
      useToken.setState({ token: null });
    },
  };
}

/** It sets a password: in memory alone. */
export const resetToken = linkToken({ read: () => null, save: () => undefined });

/** These have to outlive signing in or registering in this tab. */
export const invitationToken = linkToken(tabStorage("dealflow.invitation"));
export const confirmToken = linkToken(tabStorage("dealflow.confirm"));

function tabStorage(key: string): TokenStorage {
  return {
    read: () => {
      try {
        return window.sessionStorage.getItem(key);
      } catch {
        return null;
      }
    },
    save: (token) => {
      try {
        if (token === null) window.sessionStorage.removeItem(key);
        else window.sessionStorage.setItem(key, token);
      } catch {
        // Without storage the link has to be opened again after signing in.
      }
    },
  };
}
