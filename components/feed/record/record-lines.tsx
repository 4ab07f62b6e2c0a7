/** Lists owned events by year; each line opens the sheet of its event. */
import type { ReactNode } from "react";
import { OPENER_LINE, RecordOpener } from "@/components/feed/sheet/record-opener";
import type { OpenRecord } from "@/lib/client/address";
import { cn } from "@/lib/cn";
import { dayOfYear } from "@/lib/format/dates";
import { Heading } from "./page-parts";

interface RecordLine {
  readonly key: string;
  readonly announcedAt: string | null;
  /** The words open the event. */
  readonly title: string;
  readonly name: ReactNode;
  readonly aside: ReactNode;
}

interface Props {
  title: string;
  /** The newest event is first. */
  lines: readonly RecordLine[];
  opened: OpenRecord;
}

export function RecordLines({ title, lines, opened }: Props) {
  return (
    <section aria-labelledby="record-lines" className="space-y-2">
      <Heading id="record-lines">{title}</Heading>
      <ol className="border-b border-line-strong">
        {lines.map(({ key, announcedAt, title: opener, name, aside }, index) => {
          const year = announcedYear(announcedAt);
          const first = index === 0 || announcedYear(lines[index - 1]?.announcedAt ?? null) !== year;
          return (
            <li
              key={key}
              className={cn("grid grid-cols-[52px_minmax(0,1fr)]", first && "border-t border-line-strong")}
              data-testid="record-line"
            >
              <span className="py-1.5 font-semibold">{first ? year : <span className="sr-only">{year}</span>}</span>
              <div
                className={cn(
                  OPENER_LINE,
                  "grid grid-cols-[52px_92px_minmax(0,1fr)_auto] items-baseline gap-x-2 py-1.5 @max-[560px]:grid-cols-[52px_minmax(0,1fr)]",
                  !first && "border-t border-line",
                )}
              >
                <span className="whitespace-nowrap text-text-2">
                  {announcedAt === null ? "–" : dayOfYear(announcedAt)}
                </span>
                <RecordOpener recordKey={key} opened={opened} className="truncate text-text-2">
                  {opener}
                </RecordOpener>
                <span className="wrap-anywhere @max-[560px]:col-start-2">
                  <span className="relative font-medium">{name}</span>
                </span>
                <span className="@max-[560px]:col-start-2">{aside}</span>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

export function announcedYear(announcedAt: string | null): string {
  return announcedAt?.slice(0, 4) ?? "";
}
