/**
 * Offers actions on a view as a whole: buttons in the bar, on phones one menu. Their panels are loaded when they
 * open.
 */
import { type ComponentType, useState } from "react";
import { SearchBox } from "@/components/feed/rows/search-box";
import { useShownRows } from "@/components/feed/rows/use-feed-rows";
import { Button } from "@/components/ui/button";
import { useCards } from "@/components/ui/hooks/use-cards";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Popover } from "@/components/ui/popover";
import { useFeedView } from "@/lib/client/feed-view";

export interface PanelProps {
  close: () => void;
}

interface Tool {
  readonly id: "save" | "export" | "copy-as" | "columns" | "sort";
  readonly label: string;
  readonly title: string;
  readonly Panel: ComponentType<PanelProps>;
}

const SAVE: Tool = {
  id: "save",
  label: "Save view",
  title: "Saved view",
  Panel: lazyComponent(async () => (await import("./save-view-panel")).SaveViewPanel),
};
const COLUMNS: Tool = {
  id: "columns",
  label: "Columns",
  title: "Columns",
  Panel: lazyComponent(async () => (await import("../columns/view-options")).ViewOptions),
};
const EXPORT: Tool = {
  id: "export",
  label: "Export",
  title: "Export rows",
  Panel: lazyComponent(async () => (await import("./export-panel")).ExportPanel),
};
const COPY_AS: Tool = {
  id: "copy-as",
  label: "Copy as",
  title: "Copy this view as",
  Panel: lazyComponent(async () => (await import("./copied-texts")).CopyAsPanel),
};
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

export function BarTools() {
  const { canonical, saved } = useFeedView();
  const [charts, setCharts] = useState(false);
  const savedLabel = saved?.query === canonical ? "Saved view" : "Update view";
  if (useCards())
    return (
      <div className="tablet:hidden">
        <Popover label={MORE} title={MORE}>
          {(close) => <SmallTools close={close} onCharts={() => setCharts(true)} />}
        </Popover>
        {charts && <LazyChartsDialog onClose={() => setCharts(false)} />}
      </div>
    );
  return (
    <>
      {/* The server cannot know that a window is narrow; its button comes later, and has room until then. */}
      <Button className="invisible tablet:hidden" disabled>
        {MORE}
      </Button>
      <div className="flex gap-1.5 max-tablet:hidden">
        {[SAVE, COLUMNS, EXPORT, COPY_AS].map(({ id, label, title, Panel }) => (
          <span key={id} className="contents" data-tool={id}>
            <Popover label={id === "save" && saved ? savedLabel : label} title={title}>
              {(close) => <Panel close={close} />}
            </Popover>
          </span>
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
function SmallTools({ close, onCharts }: PanelProps & { onCharts: () => void }) {
  const { startByTap } = useShownRows().selection;
  const [chosen, setChosen] = useState<Tool>();
  if (chosen !== undefined)
    return (
      <section aria-label={chosen.title} data-touch="" tabIndex={-1} ref={focusUnlessWithin}>
        <chosen.Panel close={close} />
      </section>
    );
  return (
    <div className="flex flex-col gap-2 p-2" data-touch="">
      {/* The search box has no room in the bar of a phone. */}
      <SearchBox />
      <Button
        onClick={() => {
          startByTap();
          close();
        }}
      >
        Select rows
      </Button>
      <Button
        onClick={() => {
          close();
          onCharts();
        }}
      >
        Charts
      </Button>
      {[SORT, SAVE, EXPORT, COPY_AS, COLUMNS].map((tool) => (
        <Button key={tool.id} onClick={() => setChosen(tool)}>
          {tool.label}
        </Button>
      ))}
    </div>
  );
}
