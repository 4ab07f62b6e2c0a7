/** What a panel of the bar is handed. */
import type { ShelfView } from "@/lib/contract/saved";
import type { Screen } from "./save-view";

export interface ToolPanelProps {
  close: () => void;
  /** Ids of all columns of the table, for where none is in sight. */
  columns: readonly string[];
  /** The saved view that is looked at, also when it was changed since. */
  saved: ShelfView | undefined;
  /** The current appearance of the table. */
  screen: Screen;
  /** Restores the appearance of a saved view. */
  restore: (view: ShelfView) => void;
}
