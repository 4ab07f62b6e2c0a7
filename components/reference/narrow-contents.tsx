"use client";

import { useRef } from "react";
import { Contents, type ContentsGroup } from "./contents";

/** The index where there is no room for it at the side. */
export function NarrowContents({ groups }: { groups: readonly ContentsGroup[] }) {
  const details = useRef<HTMLDetailsElement>(null);
  return (
    <details ref={details} className="reference-narrow-contents">
      <summary className="focus-ring-inset">On this page</summary>
      <nav aria-label="On this page">
        <Contents
          groups={groups}
          onNavigate={() => {
            if (details.current !== null) details.current.open = false;
          }}
        />
      </nav>
    </details>
  );
}
