import { useCards } from "@/components/ui/hooks/use-cards";

/** These heights in px have to match `--row` of the style sheet. */
export const ROW_HEIGHTS = { compact: 28, comfortable: 36, card: 87 } as const;
/** The column headers are this many px high. */
export const HEADER = 28;
/** Rows are first rendered for this window in px, since the server cannot know it; later for that of the last table. */
export const FIRST_WINDOW = { width: 1280, height: 1100 };
type Density = "compact" | "comfortable";

/**
 * Returns the height of a row. The server cannot know the width of the window; what it expects decides only how many rows
 * it renders, since their places are multiples of `--row`.
 */
export function useRowHeight(density: Density): number {
  return useCards() ? ROW_HEIGHTS.card : ROW_HEIGHTS[density];
}
