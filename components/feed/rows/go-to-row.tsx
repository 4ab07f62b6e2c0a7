/** Goes to a row of the whole list by its number, or by the date from which the list goes on. */
import { FEEDS } from "@dealflow/contract/feeds";
import { addDays } from "@dealflow/contract/query/days";
import { canonicalizeQuery } from "@dealflow/contract/query/feed-query";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { useFeedView } from "@/lib/client/feed-view";
import { isDayFirst, parsePeriod } from "@/lib/filters/date-words";
import { count } from "@/lib/format/counts";
import { feedQuery } from "@/lib/queries/feed";
import { summaryQuery } from "@/lib/queries/summaries";

interface Props {
  total: number;
  /** The list is in the order of time, in this direction; undefined in another order. */
  newestFirst: boolean | undefined;
  /** Takes the index of a row. */
  onGo: (index: number) => void;
}

export function GoToRow({ total, newestFirst, onGo }: Props) {
  const { feed, query, summarized } = useFeedView();
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();

  /** Counts the matches since a day, which are the rows before those of earlier days. */
  async function countSince(day: string): Promise<number> {
    const { since } = canonicalizeQuery(FEEDS[feed], query, new Date()).query;
    // An earlier day than that of the filter leaves nothing out.
    const from = typeof since === "string" && since > day ? since : day;
    const { text } = canonicalizeQuery(FEEDS[feed], { ...query, since: from });
    if (summarized === undefined) return 0;
    const { total: counted, approximate } = await client.fetchQuery(summaryQuery(summarized, text));
    if (!approximate) return counted;
    const { pages } = await client.fetchInfiniteQuery(feedQuery({ ...summarized, canonical: text, order: "" }));
    return pages[0]?.pagination.total ?? counted;
  }

  async function findIndex(text: string): Promise<number | string> {
    if (/^\d[\d,. ]*$/.test(text)) {
      const row = Number(text.replace(/\D/g, ""));
      return row >= 1 && row <= total ? row - 1 : `Enter a row from 1 to ${count(total)}.`;
    }
    const today = new Date().toISOString().slice(0, 10);
    const period = parsePeriod(text, { today, dayFirst: isDayFirst() });
    const day = period?.since ?? period?.until;
    if (period === undefined || day === undefined || !/^\d{4}-/.test(day))
      return "Enter a row number, or a date such as 1 Mar 2025.";
    if (newestFirst === undefined || summarized === undefined) return "Sort the list by date to go to a date.";
    const index = newestFirst ? await countSince(addDays(period.until ?? day, 1)) : total - (await countSince(day));
    return Math.min(index, total - 1);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("place") ?? "").trim();
    const found = await findIndex(text).catch(() => "The list could not be read. Try again.");
    if (typeof found === "string") setProblem(found);
    else onGo(found);
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex w-72 items-end gap-2 p-3">
      <div className="flex-1">
        <LabelledField
          label="Row or date"
          name="place"
          placeholder={`1 to ${count(total)}, or 1 Mar 2025`}
          autoComplete="off"
          autoFocus
          problem={problem}
          onChange={() => setProblem(undefined)}
        />
      </div>
      <Button type="submit" className={problem === undefined ? "h-control-lg" : "h-control-lg self-center"}>
        Go
      </Button>
    </form>
  );
}
