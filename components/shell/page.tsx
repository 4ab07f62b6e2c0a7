/** Frames every page that is not a feed's: its bar, and the scrolling content below it. */
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { SmallMeter } from "./meter";
import { Menu } from "./navigation/menu";

/** These classes style the bar above a page, its title, and the text next to the title. */
export const BAR = "flex min-w-0 items-center gap-3 border-b border-line-strong px-gutter print:h-bar-top";
export const BAR_TITLE = "truncate tablet:flex-none text-15 font-semibold tracking-tight";
export const BAR_ASIDE = "min-w-0 truncate text-12 text-text-2 max-tablet:hidden";

interface Props {
  title: string;
  /** This stands next to the title: the workspace, or a date. */
  aside?: ReactNode;
  /** The tools stand at the right of the bar. */
  tools?: ReactNode;
  /** The content goes from edge to edge. */
  wide?: boolean;
  children: ReactNode;
}

export function Page({ title, aside, tools, wide = false, children }: Props) {
  return (
    <div className="grid h-full grid-cols-1 grid-rows-[var(--bar-top)_minmax(0,1fr)] print:block">
      <header className={cn(BAR, !wide && "tablet:px-6")}>
        <Menu />
        <h1 className={BAR_TITLE}>{title}</h1>
        {aside !== undefined && <p className={BAR_ASIDE}>{aside}</p>}
        <div className="flex flex-1 items-center justify-end gap-2 print:hidden">
          <SmallMeter />
          {tools}
        </div>
      </header>
      <section
        className="focus-ring-inset min-h-0 overflow-y-auto print:overflow-visible"
        data-testid="page-scroll"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard
        tabIndex={0}
      >
        <div
          className={
            wide
              ? "grid min-h-full grid-cols-1"
              : "max-w-[1720px] [--row-gutter:0px] px-6 pt-5 pb-12 max-tablet:px-gutter max-tablet:pt-4 print:pb-0"
          }
        >
          {children}
        </div>
      </section>
    </div>
  );
}

/** The main column has a column of 288 px next to it. */
export const PAGE_COLUMNS = "grid grid-cols-[minmax(0,1fr)_288px] gap-10 max-panel:grid-cols-1";
