"use client";

import { useRef } from "react";
import { Contents, type ContentsGroup } from "./contents";

/** The index where there is no room for it at the side. */
export function NarrowContents({ groups }: { groups: readonly ContentsGroup[] }) {
  const details = useRef<HTMLDetailsElement>(null);
  return (
    <details ref={details} className="hidden border-b border-line-strong bg-surface-side max-panel:block">
      <summary className="focus-ring-inset cursor-pointer px-gutter py-3 font-medium">On this page</summary>
      <nav className="px-2 pb-2" aria-label="On this page">
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
