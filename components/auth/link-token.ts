/**
 * The token of a mailed link is in the fragment, which no server sees. It is removed from the address bar immediately,
 * so that neither a screenshot nor the history contains it.
 */

import { LINK_TOKEN } from "@dealflow/contract/account/people";
import { useEffect } from "react";
import { create } from "zustand";

interface TokenStorage {
  /** Returns the token from before a reload of the page, or null. */
  read(): string | null;
  save(token: string | null): void;
}

interface LinkToken {
  /** The result is undefined until the address was read, and null when there is no token. */
  use(): string | null | undefined;
  /** Forgets a token that was used. */
  clear(): void;
  /** Keeps showing the token, but forgets it on reload. */
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

/** This token sets a password, so it is kept in memory alone. */
export const resetToken = linkToken({ read: () => null, save: () => undefined });

/** These tokens have to outlive signing in or registering in this tab. */
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
