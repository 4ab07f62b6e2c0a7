"use client";

import { useState } from "react";
import { requestAccount } from "@/lib/client/request-account";
import type { AccountEndpoint } from "@/lib/contract/account";

export interface Served<T> {
  /** A sentence when it could not be read. */
  readonly value: T | string;
  /** Reads it anew after a change. What it was stays when it cannot be read. */
  again(): Promise<void>;
  /** What an answer has told already. */
  put(value: T): void;
}

/** What the page was rendered with, until something newer is known; a page that is rendered anew has the newest. */
export function useServed<T>(
  served: T | string,
  endpoint: AccountEndpoint,
  read: (json: unknown) => T | undefined,
): Served<T> {
  const [kept, setKept] = useState<{ over: T | string; value: T }>();
  const put = (value: T) => setKept({ over: served, value });
  return {
    value: kept !== undefined && kept.over === served ? kept.value : served,
    put,
    again: async () => {
      const reply = await requestAccount(endpoint);
      const value = reply.ok ? read(reply.json) : undefined;
      if (value !== undefined) put(value);
    },
  };
}
