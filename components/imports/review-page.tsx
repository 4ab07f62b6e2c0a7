"use client";
/** Lists what operators have to decide, by tabs of one address each. */
import type { ComponentType } from "react";
import { Page } from "@/components/shell/page";
import { Link } from "@/components/ui/link";
import { cn } from "@/lib/cn";
import { DuplicatesTab } from "./review/duplicates-tab";
import { ReportsTab } from "./review/reports-tab";

interface Props {
  /** The address's query as the server saw it. */
  search: string;
}

/** The first tab is shown at the page's own address; `?tab=` and its id open another. */
const TABS = [
  { id: "duplicates", title: "Possible duplicates", Content: DuplicatesTab },
  { id: "reports", title: "Reports by members", Content: ReportsTab },
] as const satisfies readonly {
  readonly id: string;
  readonly title: string;
  readonly Content: ComponentType<Props>;
}[];

export function ReviewPage({ search }: Props) {
  const [first] = TABS;
  const tab = new URLSearchParams(search).get("tab");
  const current = TABS.find(({ id }) => id === tab) ?? first;
  return (
    <Page title="Review" aside="What operators decide about records">
      <nav aria-label="Review" className="mb-4 border-b border-line">
        <ul className="flex flex-wrap gap-1">
          {TABS.map(({ id, title }) => (
            <li key={id}>
              <Link
                href={id === first.id ? "/imports/review" : `/imports/review?tab=${id}`}
                aria-current={id === current.id ? "page" : undefined}
                className={cn(
                  "focus-ring inline-flex h-8 items-center rounded-t-2 px-2 text-text-2 hover:text-text-1 in-data-touch:h-row-touch",
                  id === current.id && "font-medium text-text-1 shadow-[inset_0_-2px_var(--accent)]",
                )}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <current.Content search={search} />
    </Page>
  );
}
