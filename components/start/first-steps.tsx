/** Leads a new person to a first answer in three steps; those that are done are ticked. */

import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Link, TextLink } from "@/components/ui/link";
import { useHost } from "@/lib/client/host";
import { useVisits } from "@/lib/client/ui-store";
import { cn } from "@/lib/cn";
import { PAGES } from "@/lib/filters/pages";
import { LIST_LINK, LIST_ROW, LIST_TITLE } from "./list-classes";

const EXAMPLES: readonly { readonly title: string; readonly feed: FeedName; readonly query: string }[] = [
  { title: "Seed and Series A in software", feed: "funding", query: "round=seed&round=series-a&naicsCode=51" },
  { title: "Rounds from $100m in the United States", feed: "funding", query: "countries=US&minAmountUsd=100000000" },
  { title: "Acquisitions in health care", feed: "acquisitions", query: "verticals=healthcare" },
];

interface Props {
  /** The workspace has revealed a record, and has a saved view or a watched company. */
  revealed: boolean;
  saved: boolean;
}

export function FirstSteps({ revealed, saved }: Props) {
  const { account } = useHost();
  const searched = (useVisits(account ?? "")?.length ?? 0) > 0;
  return (
    <section aria-labelledby="start-steps">
      <h2 className={LIST_TITLE} id="start-steps">
        Three steps to a first answer <span>only the second one costs anything</span>
      </h2>
      <ol>
        <Step number={1} done={searched} title="Open an example search">
          <ul>
            {EXAMPLES.map(({ title, feed, query }) => (
              <li key={title} className={LIST_ROW}>
                <Link href={`${PAGES[feed]}?${query}`} className={LIST_LINK}>
                  <b>{title}</b>
                  <span>{FEEDS[feed].title}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Step>
        <Step number={2} done={revealed} title="Reveal a record">
          <p className="pb-2 text-12 text-text-2">
            Filtering shows what happened, for free. Revealing a record shows who, for 1 credit, once for your whole
            workspace.
          </p>
        </Step>
        <Step number={3} done={saved} title="Save the search as a view, or watch a company">
          <p className="pb-2 text-12 text-text-2">
            What is new in it is counted here and in the{" "}
            <TextLink className="underline" href="/inbox">
              inbox
            </TextLink>
            .
          </p>
        </Step>
      </ol>
    </section>
  );
}

function Step({
  number,
  done,
  title,
  children,
}: {
  number: number;
  done: boolean;
  title: string;
  children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-2 pt-3">
      <span
        className={cn(
          "flex size-5 items-center justify-center rounded-full border text-11",
          done ? "border-transparent bg-accent text-accent-on" : "border-line-control text-text-2",
        )}
        data-done={done}
      >
        {done ? <Check aria-hidden size={12} /> : number}
      </span>
      <div>
        <h3 className="font-medium">
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}
