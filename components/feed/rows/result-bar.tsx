import { LazyBulkActions } from "@/components/feed/lazy";
import { resultParts } from "@/components/feed/result-text";
import { Button } from "@/components/ui/button";
import { passFocus } from "@/components/ui/focus";
import { useCards } from "@/components/ui/hooks/use-cards";
import { useFeedView, useTotal, useViewSummary } from "@/lib/client/feed-view";
import { useOwnedOnly } from "@/lib/client/owned-only";
import { count, credits } from "@/lib/format/counts";
import { ShowNext } from "./show-next";
import { useShownRows } from "./use-feed-rows";

/** Shows how many rows match, how many are loaded and what they cost; at the right the order and the next purchase. */
export function ResultBar() {
  const view = useFeedView();
  const { kind } = useShownRows();
  const total = useTotal();
  const { parts, note } = resultParts({ ...view, total }, useViewSummary(view));
  // Cards scroll the line sideways, which has to be possible by keys too.
  const isPhone = useCards();
  const isOwnedOnly = useOwnedOnly();
  return (
    <div
      {...(isPhone ? { role: "group", "aria-label": "Result", tabIndex: 0 } : {})}
      className="focus-ring-inset group/result flex h-bar-result flex-none items-center justify-between gap-3 px-gutter text-12/5 whitespace-nowrap max-tablet:h-12 max-tablet:overflow-x-auto max-tablet:border-b max-tablet:border-line-strong max-tablet:text-13"
      data-testid="result-line"
    >
      <p
        data-testid="result-counts"
        // On phones it takes two lines, in room that is kept for them.
        className="flex-none max-tablet:flex max-tablet:max-w-full max-tablet:items-center max-tablet:self-stretch max-tablet:whitespace-normal tablet:shrink tablet:truncate group-has-data-selection/result:sr-only"
      >
        {/* Numbers that are mounted again do not shift; the paragraph stays, because a new one is a late largest paint. */}
        <span key={parts.map(([value, words]) => `${value} ${words}`).join()}>
          {parts.map(([value, words], index) => (
            // Next to an open sheet, or to notes on the rows, the others have no room for it.
            <span
              key={words}
              className={
                words === "median"
                  ? "tablet:@max-[720px]/main:hidden tablet:@max-[880px]/main:group-has-data-notes/result:hidden"
                  : undefined
              }
            >
              {index > 0 && <span className="mx-1 text-text-3">·</span>}
              <strong className="font-semibold">{typeof value === "number" ? count(value) : value}</strong> {words}
            </span>
          ))}
          {note}
        </span>
      </p>
      <RowState />
      {/* The content differs by status; mounting it again counts as no layout shift. */}
      {!isPhone && (
        <div
          className="flex flex-none items-center gap-4 max-tablet:hidden group-has-data-selection/result:min-w-0 group-has-data-selection/result:shrink"
          key={view.status}
        >
          {isOwnedOnly && <strong className="font-semibold">Owned only</strong>}
          {kind.Order === undefined ? (
            // The order, which the header of its column shows too, gives way to the numbers, to notes and to a selection.
            <span className="text-text-2 group-has-data-notes/result:hidden group-has-data-selection/result:hidden @max-[880px]/main:hidden">
              {kind.orderWords}
            </span>
          ) : (
            // Where there is less room, it gives way to an error.
            <span className="flex items-center gap-4 @max-[1120px]/main:group-has-[[role=alert]]/result:hidden">
              <kind.Order />
            </span>
          )}
          {/* Selected rows have a purchase of their own, whose actions need the room. */}
          <ShowNext className="@max-[1000px]/main:group-has-data-selection/result:hidden" />
        </div>
      )}
    </div>
  );
}

const NOTE = "flex min-w-0 gap-2 before:text-text-3 before:content-['·']";

/** Shows what the person did to the rows. Selected rows and their actions take the place of all of it. */
function RowState() {
  const { order, search, found, starMessage, selection } = useShownRows();
  const { keys, clear, byTap } = selection;
  const { sorted } = order;
  const { typed } = search;
  if (keys.size > 0 || byTap)
    return (
      <div
        data-selection=""
        data-touch={byTap ? "" : undefined}
        role="toolbar"
        aria-label="Selected rows"
        tabIndex={-1}
        className="mr-auto flex flex-none items-center gap-4 outline-none"
        // A reveal puts other actions where its button was, and they are not what a double click means.
        onClickCapture={(event) => {
          const isInPanel = event.target instanceof Element && event.target.closest("[popover]") !== null;
          if (event.detail < 2 || isInPanel) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <span role="status">
          <strong className="font-semibold">{count(keys.size)}</strong> selected
        </span>
        <LazyBulkActions />
        <Button variant="link" ref={passFocus} onClick={clear} aria-label="Clear the selection">
          {keys.size === 0 ? "Cancel" : "Clear"}
        </Button>
      </div>
    );
  const noted = typed.trim() !== "" || sorted !== undefined || starMessage.endsWith(".");
  return (
    // Notes are keyed by text so that React remounts them and nothing moves. They give way to the numbers.
    <div className="mr-auto flex min-w-0 shrink-99 gap-2" data-notes={noted ? "" : undefined}>
      {typed.trim() !== "" && (
        <div key={`${typed} ${found}`} className={`${NOTE} flex-none`} role="status">
          <span>
            <strong className="font-semibold">{count(found)}</strong> found, {credits(0)}
          </span>
        </div>
      )}
      {sorted !== undefined && (
        <div key={sorted} className={NOTE} title={sorted}>
          <span className="truncate">{sorted}</span>
        </div>
      )}
      {/* The star itself shows success; a failure is a sentence. */}
      {starMessage.endsWith(".") && (
        <div key={starMessage} className={NOTE} data-testid="star-message">
          <span className="truncate">{starMessage}</span>
        </div>
      )}
    </div>
  );
}
