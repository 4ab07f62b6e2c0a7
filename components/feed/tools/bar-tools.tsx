"use client";
/**
 * Offers actions on a view as a whole: buttons in the bar, on phones one menu. Their panels are loaded when they
 * open.
 */
import { type ComponentType, Fragment, type ReactNode, Suspense, useState } from "react";
import { useSelection } from "@/components/feed/rows/selection";
import { Button } from "@/components/ui/button";
import { useCards } from "@/components/ui/hooks/use-cards";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Popover } from "@/components/ui/popover";
import { useFeedView } from "@/lib/client/feed-view";
import type { ToolPanelProps } from "./tool-panel";

interface Tool {
  readonly id: "save" | "export" | "copy-as" | "sort";
  readonly label: string;
  readonly title: string;
  readonly Panel: ComponentType<ToolPanelProps>;
}

const TOOLS: readonly Tool[] = [
  {
    id: "save",
    label: "Save view",
    title: "Saved view",
    Panel: lazyComponent(async () => (await import("./save-view-panel")).SaveViewPanel),
  },
  {
    id: "export",
    label: "Export",
    title: "Export rows",
    Panel: lazyComponent(async () => (await import("./export-panel")).ExportPanel),
  },
  {
    id: "copy-as",
    label: "Copy as",
    title: "Copy this view as",
    Panel: lazyComponent(async () => (await import("./copied-texts")).CopyAsPanel),
  },
];

/** Phones have no column headers that sort. */
const SORT: Tool = {
  id: "sort",
  label: "Sort",
  title: "Sort by",
  Panel: lazyComponent(async () => (await import("./sort-panel")).SortPanel),
};

/** Phones have one button for all tools. */
const MORE = "More";

const LazyChartsDialog = lazyComponent(async () => (await import("../charts/charts-dialog")).ChartsDialog);

interface Props extends Omit<ToolPanelProps, "close"> {
  /** The search box has no room in the bar of a phone. */
  search: ReactNode;
  /** The children choose the columns. */
  children: ReactNode;
}

export function BarTools({ search, children, ...props }: Props) {
  const { canonical, saved } = useFeedView();
  const [charts, setCharts] = useState(false);
  const savedLabel = saved?.query === canonical ? "Saved view" : "Update view";
  if (useCards())
    return (
      <div className="tablet:hidden">
        <Popover label={MORE} title={MORE}>
          {(close) => (
            <SmallTools close={close} search={search} onCharts={() => setCharts(true)} {...props}>
              {children}
            </SmallTools>
          )}
        </Popover>
        <Suspense>{charts && <LazyChartsDialog onClose={() => setCharts(false)} />}</Suspense>
      </div>
    );
  return (
    <>
      {/* The server cannot know that a window is narrow; its button comes later, and has room until then. */}
      <Button className="invisible tablet:hidden" disabled>
        {MORE}
      </Button>
      <div className="flex gap-1.5 max-tablet:hidden">
        {TOOLS.map(({ id, label, title, Panel }) => (
          <Fragment key={id}>
            <span className="contents" data-tool={id}>
              <Popover label={id === "save" && saved ? savedLabel : label} title={title}>
                {(close) => <Panel close={close} {...props} />}
              </Popover>
            </span>
            {id === "save" && (
              <Popover label="Columns" title="Columns">
                {() => children}
              </Popover>
            )}
          </Fragment>
        ))}
      </div>
    </>
  );
}

/** The pressed button is gone and cannot have the focus. */
function focusUnlessWithin(element: HTMLElement | null): void {
  if (element !== null && !element.contains(document.activeElement)) element.focus();
}

/** Phones have one panel with the search and a list of the tools, which the chosen one replaces. */
function SmallTools({ search, onCharts, children, ...props }: Props & ToolPanelProps & { onCharts: () => void }) {
  const { startByTap } = useSelection();
  const [chosen, setChosen] = useState<Tool | "columns">();
  if (chosen !== undefined)
    return (
      <section
        aria-label={chosen === "columns" ? "Columns" : chosen.title}
        data-touch=""
        tabIndex={-1}
        ref={focusUnlessWithin}
      >
        {chosen === "columns" ? children : <chosen.Panel {...props} />}
      </section>
    );
  return (
    <div className="flex flex-col gap-2 p-2" data-touch="">
      {search}
      <Button
        onClick={() => {
          startByTap();
          props.close();
        }}
      >
        Select rows
      </Button>
      <Button
        onClick={() => {
          props.close();
          onCharts();
        }}
      >
        Charts
      </Button>
      {[SORT, ...TOOLS].map((tool) => (
        <Button key={tool.id} onClick={() => setChosen(tool)}>
          {tool.label}
        </Button>
      ))}
      <Button onClick={() => setChosen("columns")}>Columns</Button>
    </div>
  );
}
