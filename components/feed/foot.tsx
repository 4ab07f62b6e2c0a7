import { usePreferences } from "@/components/shell/preferences/preferences-provider";
import { KeyCap } from "@/components/ui/marks/key-cap";
import { Popover } from "@/components/ui/popover";
import { useFeedView, useTotal } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { cn } from "@/lib/cn";
import { count } from "@/lib/format/counts";
import { LazyGoToRow } from "./lazy";
import { countLines, linesText } from "./result-text";
import { useShownRows } from "./rows/use-feed-rows";

interface Props {
  /** These lines of the table are in view, counted from 1. */
  visible: { first: number; last: number } | undefined;
  /** This is the index of the row whose sheet is open. */
  open: number | undefined;
  loaded: number;
  /** The list is in the order of time, in this direction; undefined in another order. */
  newestFirst: boolean | undefined;
  onKeys: () => void;
  onGo: (index: number) => void;
}

const KEYS = "flex items-center gap-1";

/** Shows the keys, and which rows are in view, below the table. */
export function Foot({ visible, open, loaded, newestFirst, onKeys, onGo }: Props) {
  const { demo } = useHost();
  const total = useTotal();
  const view = useFeedView();
  const { next, offset, total: listed } = view;
  const shown = useShownRows();
  // Rows that have to be bought first do not come by scrolling.
  const lines = next === undefined ? countLines({ ...view, total }, shown) : undefined;
  const letters = usePreferences().keys === "on";
  const rows = useVisibleRows(visible);
  const text = loaded === 0 ? "0 rows" : range(rows, open, linesText(lines, shown));
  return (
    <footer className="flex h-bar-foot flex-none items-center justify-between gap-4 border-t border-line-strong bg-surface-side px-gutter text-11 whitespace-nowrap text-text-2 max-tablet:hidden print:hidden">
      <p className="flex items-center gap-4">
        <span className={cn(KEYS, "@max-[560px]/main:hidden")}>
          <KeyCap>{letters ? "j" : "↓"}</KeyCap> <KeyCap>{letters ? "k" : "↑"}</KeyCap> move
        </span>
        <span className={cn(KEYS, "@max-[560px]/main:hidden")}>
          <KeyCap>Enter</KeyCap> reveal or open
        </span>
        {letters && (
          <>
            <span className={cn(KEYS, "@max-[720px]/main:hidden")}>
              <KeyCap>x</KeyCap> select
            </span>
            <span className={cn(KEYS, "@max-[720px]/main:hidden")}>
              <KeyCap>f</KeyCap> filters
            </span>
          </>
        )}
        <button
          type="button"
          className={cn(KEYS, "focus-ring cursor-pointer rounded-1 hover:text-text-1")}
          onClick={onKeys}
        >
          <KeyCap>?</KeyCap> all keys
        </button>
        {demo && <span className="font-medium text-text-1">Demo data</span>}
      </p>
      {offset === undefined || !listed || !shown.complete || shown.hides ? (
        <p key={text}>{text}</p>
      ) : (
        <Popover label={text} title="Go to a row" variant="quiet" above className="text-11 font-normal tabular-nums">
          {(close) => (
            <LazyGoToRow
              total={listed}
              newestFirst={newestFirst}
              onGo={(index) => {
                close();
                onGo(index);
              }}
            />
          )}
        </Popover>
      )}
    </footer>
  );
}

/** Lines above groups are no rows. */
function useVisibleRows(visible: Props["visible"]): Props["visible"] {
  const { first, order, tableProps } = useShownRows();
  if (visible === undefined || !order.isGrouped) return visible;
  const placeAt = (line: number) =>
    line - tableProps.items.slice(0, line - first).filter((item) => item.getIsGrouped()).length;
  return { first: placeAt(visible.first - 1) + 1, last: placeAt(visible.last) };
}

function range(visible: Props["visible"], open: number | undefined, all: string): string {
  if (open !== undefined) return `Row ${count(open + 1)} of ${all}`;
  if (visible === undefined) return "";
  return `Rows ${count(visible.first)} to ${count(visible.last)} of ${all}`;
}
