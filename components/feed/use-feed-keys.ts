import { usePreferences } from "@/components/shell/preferences/preferences-provider";
import { isPageKey, useDocumentKeys } from "@/components/ui/hooks/use-document-keys";

interface FeedKeys {
  /** Moves the cursor by that many rows. */
  move: (by: number) => void;
  filters: () => void;
  list: () => void;
  search: () => void;
  select: () => void;
  /** Watches or unwatches the company of the cursor's row. */
  star: () => void;
  /** Returns true when there was something to close. */
  close: () => boolean;
}

/** Handles the keys of a feed's page. */
export function useFeedKeys(keys: FeedKeys): void {
  const letters = usePreferences().keys === "on";
  useDocumentKeys((event) => {
    if (isPageKey(event) && act(event)) event.preventDefault();
  });

  function act({ key }: KeyboardEvent): boolean {
    if (key === "Escape") return keys.close();
    if (!letters) return false;
    if (key === "j") keys.move(1);
    else if (key === "k") keys.move(-1);
    else if (key === "f") keys.filters();
    else if (key === "x") keys.select();
    else if (key === "s") keys.star();
    else if (key === "?") keys.list();
    else if (key === "/") keys.search();
    else return false;
    return true;
  }
}
