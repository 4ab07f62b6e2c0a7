/** Short notices at the foot of the page; what shows them is fetched with the first one. */
import { create } from "zustand";

export interface Notice {
  /** What was done, or why it was not. */
  readonly text: string;
  /** The way back. */
  readonly undo?: (() => void) | undefined;
}

/** Those that wait to be shown. */
export const useNotices = create<{ readonly pending: readonly Notice[] }>(() => ({ pending: [] }));

export function notify(text: string, undo?: () => void): void {
  useNotices.setState(({ pending }) => ({ pending: [...pending, { text, undo }] }));
}
