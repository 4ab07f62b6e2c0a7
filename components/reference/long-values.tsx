"use client";

import { useState } from "react";
import type { ListName } from "@/lib/contract/filters";
import { count } from "@/lib/format/counts";
import { useLongList } from "./use-long-list";

interface Props {
  list: ListName;
  /** `Country codes`. */
  title: string;
  /** How many there are. */
  size: number;
}

/** All values of a long list, behind a button: they arrive when it is pressed. */
export function LongValues({ list, title, size }: Props) {
  const [open, setOpen] = useState(false);
  const { values, failed } = useLongList(list, open);
  return (
    <>
      <button type="button" aria-expanded={open} className="reference-more focus-ring" onClick={() => setOpen(!open)}>
        {open ? "Show fewer" : `Show all ${count(size)}`}
        <span className="sr-only"> of {title.toLowerCase()}</span>
      </button>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        <section className="reference-values focus-ring-inset" aria-label={title} tabIndex={0}>
          {values !== undefined ? (
            <ul>
              {values.map(({ value, title: name }) => (
                <li key={value}>
                  <code>{value}</code> {name !== value && name}
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
