"use client";
/** Chooses the order of the list where no column headers do, as on phones. */
import { NO_ORDER, orderKeys, readOrder } from "@dealflow/contract/account/feed-orders";
import { Radio } from "@/components/ui/radio";
import { useFeedView } from "@/lib/client/feed-view";
import type { ToolPanelProps } from "./tool-panel";

const DIRECTIONS = ["descending", "ascending"] as const;

export function SortPanel({ close, sorts }: Pick<ToolPanelProps, "close" | "sorts">) {
  const { shownOrder, setOrder } = useFeedView();
  const [leading] = orderKeys(readOrder(() => true, shownOrder) ?? NO_ORDER);
  const options = [
    { text: "", title: "As listed", checked: leading === undefined },
    ...sorts.flatMap(({ id, title }) =>
      DIRECTIONS.map((direction) => ({
        text: `${id}.${direction}`,
        title: `${title}, ${direction}`,
        checked: leading?.id === id && leading.desc === (direction === "descending"),
      })),
    ),
  ];
  return (
    <fieldset className="flex flex-col p-2">
      <legend className="sr-only">Sort by</legend>
      {options.map(({ text, title, checked }) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: our own radio is in it
        <label key={text} className="flex h-row-touch items-center gap-3 px-2 text-15">
          <Radio
            name="sort"
            checked={checked}
            onChange={() => {
              setOrder(text === "" ? undefined : text);
              close();
            }}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
