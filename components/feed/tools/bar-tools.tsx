"use client";
/** What one does with a view as a whole: buttons in the bar, on phones one menu. Their panels come when they open. */
import { type ComponentType, useState } from "react";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import { Popover } from "@/components/ui/popover";
import type { ShelfView } from "@/lib/contract/saved";
import { LoadAllButton } from "./load-all";
import type { Screen } from "./save-view";

interface Props {
  /** Ids of all columns of the table, for where none is in sight. */
  columns: readonly string[];
  /** The view that these filters are kept as. */
  saved: ShelfView | undefined;
  /** How the table looks now. */
  screen: Screen;
  /** Makes it look as a view keeps it. */
  restore: (view: ShelfView) => void;
}

export interface ToolPanelProps extends Props {
  close: () => void;
}

interface Tool {
  readonly id: "save" | "export" | "copy-as";
  /** What its button says. */
  readonly label: string;
  /** Names its panel. */
  readonly title: string;
  readonly Panel: ComponentType<ToolPanelProps>;
}

const TOOLS: readonly Tool[] = [
  {
    id: "save",
    label: "Save view",
    title: "Saved view",
    Panel: later(async () => (await import("./save-view-panel")).SaveViewPanel),
  },
  {
    id: "export",
    label: "Export",
    title: "Export rows",
    Panel: later(async () => (await import("./export-panel")).ExportPanel),
  },
  {
    id: "copy-as",
    label: "Copy as",
    title: "Copy this view as",
    Panel: later(async () => (await import("./copy-as-panel")).CopyAsPanel),
  },
];

export function BarTools(props: Props) {
  return (
    <>
      <div className="bar-tools">
        {TOOLS.map(({ id, label, title, Panel }) => (
          <Popover key={id} label={id === "save" && props.saved ? "Saved view" : label} title={title}>
            {(close) => <Panel close={close} {...props} />}
          </Popover>
        ))}
      </div>
      <div className="bar-tools-small">
        <Popover label="More" title="More">
          {(close) => <SmallTools close={close} {...props} />}
        </Popover>
      </div>
    </>
  );
}

/** The same in one panel: a list, and in its place what was chosen from it. */
function SmallTools(props: ToolPanelProps) {
  const [chosen, setChosen] = useState<Tool>();
  if (chosen !== undefined)
    return (
      <div data-touch="">
        <chosen.Panel {...props} />
      </div>
    );
  return (
    <div className="tool-list" data-touch="">
      {TOOLS.map((tool) => (
        <Button key={tool.id} onClick={() => setChosen(tool)}>
          {tool.label}
        </Button>
      ))}
      <LoadAllButton onStart={props.close} />
    </div>
  );
}
