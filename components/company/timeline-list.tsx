/**
 * Lists the events of a company by year, newest first, with a choice of one kind. Each opens its record next to the
 * page.
 */
import { use, useId, useState } from "react";
import { createPortal } from "react-dom";
import { KindMark } from "@/components/charts/marks";
import { Heading } from "@/components/feed/record/page-parts";
import { OPENER_LINE, RecordOpener } from "@/components/feed/sheet/record-opener";
import { SourceLink } from "@/components/feed/sheet/sheet-parts";
import { SHEET_BOX } from "@/components/feed/sheet/sheet-row";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Link } from "@/components/ui/link";
import {
  eventKey,
  getEventRecord,
  getInclude,
  type IncludeName,
  type MergedTimeline,
  type TimelineEvent,
} from "@/lib/api/timeline-part";
import { cn } from "@/lib/cn";
import { count } from "@/lib/format/counts";
import { dayOfYear, exactTime } from "@/lib/format/dates";
import { describeEvent, type Words } from "./event-words";
import { INCLUDE_KINDS } from "./kinds";
import { OpenEvent, openEventKey } from "./open-event";

const LazyEventSheet = lazyComponent(
  async () => (await import("./event-sheet")).EventSheet,
  <div className={SHEET_BOX} />,
);

export function TimelineList({ id, holding, title }: { id: string; holding: MergedTimeline; title: string }) {
  const [shown, setShown] = useState<IncludeName | "all">("all");
  const page = use(OpenEvent);
  const name = useId();
  const known = [...holding.whole, ...holding.cut];
  const kinds = Object.keys(INCLUDE_KINDS).filter((kind): kind is IncludeName => kind in INCLUDE_KINDS);
  const number = (kind: IncludeName) => holding.events.filter((event) => getInclude(event) === kind).length;
  const events = holding.events.filter((event) => shown === "all" || getInclude(event) === shown).toReversed();
  return (
    <section aria-labelledby="company-timeline" className="@container">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <Heading id="company-timeline">{title}</Heading>
        <fieldset className="@max-[440px]:w-full print:hidden">
          <legend className="sr-only">Kind of event</legend>
          <div className="flex h-control w-fit items-stretch divide-x divide-line-button overflow-clip rounded-2 border border-line-button bg-surface @max-[440px]:w-full">
            <Choice name={name} value="all" shown={shown} onShow={setShown} number={holding.events.length} />
            {kinds.map((kind) => (
              <Choice
                key={kind}
                name={name}
                value={kind}
                shown={shown}
                onShow={setShown}
                number={known.length === 0 || known.includes(kind) || number(kind) > 0 ? number(kind) : undefined}
              />
            ))}
          </div>
        </fieldset>
      </div>
      {events.length === 0 ? (
        <p className="border-t border-line py-3 text-text-2">No events{shown === "all" ? "" : " of this kind"}</p>
      ) : (
        <ol className="border-b border-line-strong">
          {events.map((event, index) => (
            <Event key={eventKey(event)} id={id} event={event} year={yearHeading(event)} before={events[index - 1]} />
          ))}
        </ol>
      )}
      {page?.opened.open !== undefined &&
        page.sheetContainer !== null &&
        createPortal(
          <LazyEventSheet id={id} opened={page.opened} events={events} parts={page.parts} />,
          page.sheetContainer,
        )}
    </section>
  );
}

interface ChoiceProps {
  name: string;
  value: IncludeName | "all";
  shown: IncludeName | "all";
  onShow: (value: IncludeName | "all") => void;
  /** Events of this kind are not bought when the number is undefined. */
  number: number | undefined;
}

function Choice({ name, value, shown, onShow, number }: ChoiceProps) {
  return (
    <label
      className="relative flex cursor-pointer items-center gap-1.5 px-2 text-12 text-text-2 hover:text-text-1 has-checked:bg-surface-well has-checked:font-medium has-checked:text-text-1 has-focus-visible:rounded-2 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus whitespace-nowrap has-disabled:cursor-default has-disabled:text-text-3 @max-[440px]:flex-1 @max-[440px]:justify-center @max-[440px]:px-1"
      title={number === undefined ? "Not bought" : undefined}
    >
      <input
        type="radio"
        className="sr-only"
        name={name}
        checked={shown === value}
        disabled={number === undefined}
        onChange={() => onShow(value)}
      />
      {value !== "all" && <KindMark kind={INCLUDE_KINDS[value].kind} />}
      <span className={value === "all" ? undefined : "@max-[440px]:sr-only"}>
        {value === "all" ? "All" : INCLUDE_KINDS[value].title}
      </span>
      <span className="font-regular text-text-2">
        {number === undefined ? <span className="sr-only">not bought</span> : count(number)}
      </span>
    </label>
  );
}

function yearHeading({ date }: TimelineEvent): string {
  return date?.slice(0, 4) ?? "";
}

interface EventProps {
  id: string;
  event: TimelineEvent;
  year: string;
  before: TimelineEvent | undefined;
}

const TYPE = "truncate text-text-2";

function Event({ id, event, year, before }: EventProps) {
  const opened = use(OpenEvent)?.opened;
  const { kind, type, what, aside } = describeEvent(event, id);
  const first = before === undefined || yearHeading(before) !== year;
  return (
    <li
      className={cn("grid grid-cols-[52px_minmax(0,1fr)]", first && "border-t border-line-strong")}
      data-testid="timeline-event"
    >
      <span className="py-1.5 font-semibold">{first ? year : <span className="sr-only">{year}</span>}</span>
      <div
        className={cn(
          OPENER_LINE,
          "grid grid-cols-[52px_20px_92px_minmax(0,1fr)_auto] items-baseline gap-x-2 py-1.5 @max-[560px]:grid-cols-[44px_16px_minmax(0,1fr)] @max-[560px]:gap-x-1.5",
          !first && "border-t border-line",
        )}
      >
        <time
          className="whitespace-nowrap text-text-2"
          dateTime={event.date ?? undefined}
          title={event.date ? exactTime(event.date) : undefined}
        >
          {event.date === null ? "–" : dayOfYear(event.date)}
        </time>
        <span className="self-start pt-1">{kind && <KindMark kind={kind} />}</span>
        {opened === undefined ? (
          <span className={TYPE}>{type}</span>
        ) : (
          <RecordOpener recordKey={openEventKey(event)} opened={opened} className={TYPE}>
            {type}
          </RecordOpener>
        )}
        <span className="wrap-anywhere @max-[560px]:col-start-3">
          <Said words={what} />
        </span>
        <EventAside event={event} text={aside} />
      </div>
    </li>
  );
}

/** Shows further facts of the event and its sources. */
function EventAside({ event, text }: { event: TimelineEvent; text: string | undefined }) {
  const sources = getEventRecord(event)?.sources ?? [];
  const [source] = sources;
  if (text === undefined && source === undefined) return null;
  return (
    <span className="flex flex-wrap justify-end gap-x-3 text-right text-12 text-text-2 @max-[560px]:col-start-3 @max-[560px]:justify-start">
      {text}
      {source !== undefined && (
        <span className="whitespace-nowrap">
          <span className="relative">
            <SourceLink source={source} />
          </span>
          {sources.length > 1 && ` +${count(sources.length - 1)}`}
        </span>
      )}
    </span>
  );
}

/** Names that are written from the right keep their places in the sentence. */
function Said({ words }: { words: Words }) {
  return words.map((part, index) => {
    const key = `${index} ${typeof part === "string" ? part : part.name}`;
    if (typeof part === "string") return <span key={key}>{part}</span>;
    if (part.href === undefined)
      return (
        <strong key={key} dir="auto" className="font-medium">
          {part.name}
        </strong>
      );
    return (
      <Link
        key={key}
        dir="auto"
        className="focus-ring relative rounded-1 font-medium underline decoration-line-control underline-offset-3 hover:decoration-current"
        href={part.href}
      >
        {part.name}
      </Link>
    );
  });
}
