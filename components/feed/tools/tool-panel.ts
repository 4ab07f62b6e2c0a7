/** What a panel of the bar is handed. */
import type { ShelfView } from "@/lib/contract/saved";
import type { Screen } from "./save-view";

export interface ToolPanelProps {
  close: () => void;
  /** Ids of all columns of the table, for where none is in sight. */
  columns: readonly string[];
  /** The view that these filters are kept as. */
  saved: ShelfView | undefined;
  /** How the table looks now. */
  screen: Screen;
  /** Makes it look as a view keeps it. */
  restore: (view: ShelfView) => void;
}
