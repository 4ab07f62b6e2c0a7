/** Shows short notices at the foot of the page. The component that shows them is fetched with the first one. */
import { create } from "zustand";

interface Notice {
  /** The text tells what was done, or why it was not. */
  readonly text: string;
  readonly action?: NoticeAction | undefined;
}

interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/** Pending notices wait to be shown. */
export const useNotices = create<{ readonly pending: readonly Notice[] }>(() => ({ pending: [] }));

export function notify(text: string, action?: NoticeAction): void {
  useNotices.setState(({ pending }) => ({ pending: [...pending, { text, action }] }));
}
