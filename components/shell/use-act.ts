"use client";

import { useState } from "react";

export interface Act {
  readonly busy: boolean;
  /** Why the last one was refused. */
  readonly problem: string | undefined;
  /** `doing` answers a sentence when it was refused. */
  act(doing: () => Promise<string | undefined>): Promise<void>;
}

/** One act at a time. */
export function useAct(): Act {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function act(doing: () => Promise<string | undefined>) {
    setBusy(true);
    setProblem(undefined);
    setProblem(await doing());
    setBusy(false);
  }
  return { busy, problem, act };
}
