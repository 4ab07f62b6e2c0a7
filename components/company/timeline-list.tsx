"use client";
/** The events of a company by year, newest first, with a choice of one kind. */
import { useId, useState } from "react";
import { KindMark } from "@/components/charts/marks";
import { useNow } from "@/components/shell/clock";
import { Link } from "@/components/ui/link";
import {
  eventKey,
  type IncludeName,
  includeOf,
  type MergedTimeline,
  type TimelineEvent,
} from "@/lib/api/timeline-part";
import { companyAddress } from "@/lib/client/timelines/addresses";
import { count } from "@/lib/format/counts";
import { exactTime, shortDate } from "@/lib/format/dates";
import { type Words, wordsOf } from "./event-words";
import { KIND_WORDS } from "./kinds";

interface Props {
  id: string;
  holding: MergedTimeline;
  title: string;
}

export function TimelineList({ id, holding, title }: Props) {
  const [shown, setShown] = useState<IncludeName | "all">("all");
  const name = useId();
  const known = [...holding.whole, ...holding.cut];
  const kinds = Object.keys(KIND_WORDS).filter((kind): kind is IncludeName => kind in KIND_WORDS);
  const number = (kind: IncludeName) => holding.events.filter((event) => includeOf(event) === kind).length;
  const events = holding.events.filter((event) => shown === "all" || includeOf(event) === shown).toReversed();
  return (
    <section aria-labelledby="company-timeline">
      <div className="company-bar">
        <h3 id="company-timeline" className="company-title">
          {title}
        </h3>
        <fieldset>
          <legend className="sr-only">Kind of event</legend>
          <div className="segmented company-choice">
            <Choice name={name} value="all" shown={shown} onShow={setShown} number={holding.events.length} />
            {kinds.map((kind) => (
              <Choice
                key={kind}
                name={name}
                value={kind}
                shown={shown}
                onShow={setShown}
                number={known.length === 0 || known.includes(kind) ? number(kind) : undefined}
              />
            ))}
          </div>
        </fieldset>
      </div>
      {events.length === 0 ? (
        <p className="company-none">No events{shown === "all" ? "" : " of this kind"}</p>
      ) : (
        <ol className="company-events">
          {events.map((event, index) => (
            <Event key={eventKey(event)} id={id} event={event} year={yearOf(event)} before={events[index - 1]} />
          ))}
        </ol>
      )}
    </section>
  );
}

interface ChoiceProps {
  /** Of the group. */
  name: string;
  value: IncludeName | "all";
  shown: IncludeName | "all";
  onShow: (value: IncludeName | "all") => void;
  /** Undefined: events of this kind are not bought. */
  number: number | undefined;
}

function Choice({ name, value, shown, onShow, number }: ChoiceProps) {
  return (
    <label className="segmented-option" title={number === undefined ? "Not bought" : undefined}>
      <input
        type="radio"
        className="sr-only"
        name={name}
        checked={shown === value}
        disabled={number === undefined}
        onChange={() => onShow(value)}
      />
      {value !== "all" && <KindMark kind={KIND_WORDS[value].kind} />}
      <span className="company-choice-word">{value === "all" ? "All" : KIND_WORDS[value].title}</span>
      <span className="company-choice-number">
        {number === undefined ? <span className="sr-only">not bought</span> : count(number)}
      </span>
    </label>
  );
}

function yearOf({ date }: TimelineEvent): string {
  return date?.slice(0, 4) ?? "";
}

interface EventProps {
  id: string;
  event: TimelineEvent;
  year: string;
  before: TimelineEvent | undefined;
}

function Event({ id, event, year, before }: EventProps) {
  const now = useNow();
  const { kind, type, what, aside } = wordsOf(event, id);
  const first = before === undefined || yearOf(before) !== year;
  return (
    <li className="company-event" data-testid="timeline-event" data-first={first || undefined}>
      <span className="company-year">{first ? year : <span className="sr-only">{year}</span>}</span>
      <div className="company-event-line">
        <time
          className="company-day"
          dateTime={event.date ?? undefined}
          title={event.date ? exactTime(event.date) : undefined}
        >
          {event.date === null ? "–" : shortDate(event.date, now).replace(/ \d\d$/, "")}
        </time>
        <span className="company-mark">{kind && <KindMark kind={kind} />}</span>
        <span className="company-type">{type}</span>
        <span className="company-what">
          <Said words={what} />
        </span>
        {aside !== undefined && <span className="company-aside">{aside}</span>}
      </div>
    </li>
  );
}

function Said({ words }: { words: Words }) {
  return words.map((part, index) => {
    const key = `${index} ${typeof part === "string" ? part : part.name}`;
    if (typeof part === "string") return <span key={key}>{part}</span>;
    if (part.id === undefined)
      return (
        <strong key={key} className="font-medium">
          {part.name}
        </strong>
      );
    return (
      <Link key={key} className="company-link focus-ring" href={companyAddress(part.id.toLowerCase())}>
        {part.name}
      </Link>
    );
  });
}
