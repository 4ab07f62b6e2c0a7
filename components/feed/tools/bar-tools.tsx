"use client";
/** What one does with a view as a whole: buttons in the bar, on phones one menu. Their panels come when they open. */
import { type ComponentType, Fragment, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import { Popover } from "@/components/ui/popover";
import { useFeedView } from "@/lib/client/feed-view";
import { useSavedMatch } from "@/lib/client/saved/served";
import { LoadAllButton } from "./load-all";

export interface ToolPanelProps {
  close: () => void;
  /** Ids of all columns of the table, for where none is in sight. */
  columns: readonly string[];
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

interface Props {
  /** Ids of all columns of the table. */
  columns: readonly string[];
  /** The button with which they are chosen. */
  children: ReactNode;
}

export function BarTools({ columns, children }: Props) {
  const { feed, canonical } = useFeedView();
  const saved = useSavedMatch(feed, canonical) !== undefined;
  return (
    <>
      <div className="bar-tools">
        {TOOLS.map(({ id, label, title, Panel }) => (
          <Fragment key={id}>
            <Popover label={id === "save" && saved ? "Saved view" : label} title={title}>
              {(close) => <Panel close={close} columns={columns} />}
            </Popover>
            {id === "save" && children}
          </Fragment>
        ))}
      </div>
      <div className="bar-tools-small">
        <Popover label="More" title="More">
          {(close) => <SmallTools close={close} columns={columns} />}
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
