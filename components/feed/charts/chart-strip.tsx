/** Renders the charts between the result line and the rows. Their height is reserved from the first paint on. */

import { ChevronRight } from "lucide-react";
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { LazyChartStripContent } from "@/components/feed/lazy";
import { CHART_HEIGHTS, limitHeight } from "@/components/shell/preferences/preferences";
import { usePreferences } from "@/components/shell/preferences/preferences-provider";
import { WideOnly } from "@/components/ui/hooks/use-cards";
import { whenIdle } from "@/components/ui/lazy-component";
import { useFeedView } from "@/lib/client/feed-view";

/** This is the height in px below 1,920 px. */
const DEFAULT_HEIGHT = 200;

/** Phones have the charts in a dialog. */
export function ChartStrip() {
  return (
    <WideOnly>
      <Strip />
    </WideOnly>
  );
}

function Strip() {
  const { charts, chartHeight, choose } = usePreferences();
  const { status } = useFeedView();
  const section = useRef<HTMLElement>(null);
  const open = charts === "open";
  // While the handle is dragged the height is not saved.
  const [dragged, setDragged] = useState<number>();
  const height = dragged ?? chartHeight;
  const ready = useIdle(section, status !== "loading");
  return (
    // Tooltips reach over the head of the table.
    <section
      ref={section}
      aria-label="Charts"
      style={open && height !== undefined ? { height } : undefined}
      className={`@container relative z-[calc(var(--z-head)+1)] hidden flex-none px-gutter tablet:block ${open ? "h-50 full:h-64" : "h-7"}`}
    >
      <button
        type="button"
        className="focus-ring print:hidden absolute left-2 flex h-6 cursor-pointer items-center gap-1 rounded-2 px-1.5 text-12 text-text-2 hover:text-text-1"
        aria-expanded={open}
        aria-label="Charts"
        title={open ? "Hide charts" : undefined}
        onClick={() => choose("charts", open ? "folded" : "open")}
      >
        <ChevronRight aria-hidden="true" strokeWidth={2.5} className={`size-3 ${open ? "rotate-90" : ""}`} />
        {!open && <span>Charts</span>}
      </button>
      {open && ready && <LazyChartStripContent />}
      {open && (
        <HeightHandle
          height={height}
          getHeight={() => section.current?.offsetHeight ?? CHART_HEIGHTS[0]}
          onDrag={setDragged}
          onChoose={(chosen) => {
            setDragged(undefined);
            choose("chartHeight", chosen);
          }}
        />
      )}
    </section>
  );
}

interface HandleProps {
  height: number | undefined;
  getHeight: () => number;
  onDrag: (height: number | undefined) => void;
  /** Stores a height; the default applies again when it is undefined. */
  onChoose: (height: number | undefined) => void;
}

/** The height of the charts changes by this many px with an arrow key. */
const STEP = 16;

/** Changes the height of the charts by dragging or by arrow keys; a double press resets it. */
function HeightHandle({ height, getHeight, onDrag, onChoose }: HandleProps) {
  const start = useRef<{ readonly y: number; readonly height: number }>(undefined);
  const end = (event: PointerEvent) => {
    const begun = start.current;
    start.current = undefined;
    if (begun === undefined) return;
    // A press without a move keeps the default.
    if (event.type === "pointerup" && event.clientY !== begun.y)
      onChoose(limitHeight(begun.height + event.clientY - begun.y));
    else onDrag(undefined);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> can't be moved
    <div
      role="separator"
      tabIndex={0}
      aria-label="Height of the charts"
      aria-orientation="horizontal"
      aria-valuemin={CHART_HEIGHTS[0]}
      aria-valuemax={CHART_HEIGHTS[1]}
      aria-valuenow={height ?? DEFAULT_HEIGHT}
      title="Drag to change the height, double-click to reset it"
      className="focus-ring absolute inset-x-0 -bottom-1 h-2 cursor-ns-resize touch-none hover:bg-accent-soft"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { y: event.clientY, height: getHeight() };
      }}
      onPointerMove={({ clientY }) => {
        if (start.current !== undefined) onDrag(limitHeight(start.current.height + clientY - start.current.y));
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onChoose(undefined)}
      onKeyDown={(event) => {
        const step = { ArrowDown: STEP, ArrowUp: -STEP }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        onChoose(limitHeight(getHeight() + step));
      }}
    />
  );
}

/**
 * Returns true from the first idle moment in which the element is on screen: rows are painted first, and phones show
 * none.
 */
function useIdle(ref: RefObject<Element | null>, ready: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!ready || ref.current === null) return;
    let cancel = () => {};
    const observer = new IntersectionObserver(([entry]) => {
      cancel();
      if (entry?.isIntersecting) cancel = whenIdle(() => setIdle(true));
    });
    observer.observe(ref.current);
    return () => {
      observer.disconnect();
      cancel();
    };
  }, [ref, ready]);
  return idle;
}
