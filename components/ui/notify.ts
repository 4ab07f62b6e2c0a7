/** Short notices at the foot of the page; what shows them is fetched with the first one. */
import { create } from "zustand";

export interface Notice {
  /** What was done, or why it was not. */
  readonly text: string;
  readonly action?: NoticeAction | undefined;
}

/** An action that the notice offers. */
interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/** Those that wait to be shown. */
export const useNotices = create<{ readonly pending: readonly Notice[] }>(() => ({ pending: [] }));

export function notify(text: string, action?: NoticeAction): void {
  useNotices.setState(({ pending }) => ({ pending: [...pending, { text, action }] }));
}
