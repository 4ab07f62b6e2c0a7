"use client";
/** The index of the page; says which section is being read. */
import { useEffect, useRef, useState } from "react";
import { NAVIGATION_ENTRY } from "@/components/shell/navigation-link";
import { cn } from "@/lib/cn";

export interface ContentsGroup {
  readonly title: string;
  readonly items: readonly { readonly id: string; readonly title: string }[];
}

export function Contents({ groups, onNavigate }: { groups: readonly ContentsGroup[]; onNavigate?: () => void }) {
  const current = useSectionInView(groups);
  return groups.map((group) => (
    <div key={group.title}>
      <p className="px-2 pt-2 pb-1 text-11 text-text-2">{group.title}</p>
      <ul>
        {group.items.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={cn(NAVIGATION_ENTRY, "h-auto min-h-row-nav py-1 max-tablet:min-h-row-touch")}
              aria-current={current === id ? "true" : undefined}
              onClick={onNavigate}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}

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

/** The lowest section whose beginning stands in the upper third of the window, else the one above it. */
function useSectionInView(groups: readonly ContentsGroup[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const sections = groups.flatMap(({ items }) => items.map(({ id }) => document.getElementById(id)));
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        const last = sections.findLast((section) => section !== null && seen.has(section.id));
        if (last) setCurrent(last.id);
      },
      { rootMargin: "0px 0px -67% 0px" },
    );
    for (const section of sections) if (section !== null) observer.observe(section);
    return () => observer.disconnect();
  }, [groups]);
  return current;
}
