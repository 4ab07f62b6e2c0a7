"use client";

import type { ListName } from "@dealflow/contract/filters";
import { useState } from "react";
import { TEXT_LINK } from "@/components/ui/text-link";
import { count } from "@/lib/format/counts";
import { Code } from "./code";
import { useLongList } from "./use-long-list";

interface Props {
  list: ListName;
  /** The title looks like `Country codes`. */
  title: string;
  size: number;
}

/** Shows all values of a long list behind a button; pressing it fetches them. */
export function LongValues({ list, title, size }: Props) {
  const [open, setOpen] = useState(false);
  const { values, failed } = useLongList(list, open);
  return (
    <>
      <button type="button" aria-expanded={open} className={TEXT_LINK} onClick={() => setOpen(!open)}>
        {open ? "Show fewer" : `Show all ${count(size)}`}
        <span className="sr-only"> of {title.toLowerCase()}</span>
      </button>
      {open && (
        <section
          className="focus-ring-inset max-h-54 w-full overflow-y-auto rounded-2 bg-surface-well px-3 py-2"
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard
          tabIndex={0}
        >
          {values !== undefined ? (
            <ul className="columns-[200px] gap-x-6">
              {values.map(({ value, title: name }) => (
                <li key={value}>
                  <Code>{value}</Code> {name !== value && name}
                </li>
              ))}
            </ul>
          ) : (
            <p>{failed ? "The list couldn't be loaded. Close it and open it again." : "Loading"}</p>
          )}
        </section>
      )}
    </>
  );
}
