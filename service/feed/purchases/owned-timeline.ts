/** The owned parts of a company's timeline, by what a workspace has purchased of its events. */

import { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";
import { type CompanyTimeline, TIMELINE_TABLES, type TimelineInclude, timelineText } from "../timeline";

const KINDS = TIMELINE_INCLUDES.map(({ value }) => value);
/** Lists every choice of kinds, the largest first. */
const CHOICES = Array.from({ length: 2 ** KINDS.length - 1 }, (_, index) =>
  KINDS.filter((_, bit) => (index + 1) & (1 << bit)),
).sort((a, b) => b.length - a.length);

/**
 * Returns parts of which each counts the `available` events of its kinds. Kinds of which all events are owned are one part. A purchase that the credits cut short leaves the newest events of
 * the kinds that it was for. Single events that were bought elsewhere, or before the kind got others, are the last part, but
 * do not make a timeline by themselves.
 */
export function getOwnedParts(timeline: CompanyTimeline, purchased: ReadonlySet<string>) {
  const newestTexts = timeline.events.toReversed();
  // The first key is the company's.
  const newestFirst = timeline.keys.slice(1).map(({ kind: table, id }, index) => ({
    kind: KINDS.find((kind) => TIMELINE_TABLES[kind] === table),
    text: newestTexts[index] ?? "",
    owned: purchased.has(id),
  }));
  const select = (kinds: readonly TimelineInclude[]) =>
    newestFirst.filter(({ kind }) => kind !== undefined && kinds.includes(kind));
  const hasOwned = (kind: TimelineInclude) => select([kind]).some(({ owned }) => owned);
  const complete = KINDS.filter((kind) => select([kind]).every(({ owned }) => owned));
  // A kind without events is owned only together with all others, since nothing tells that it was bought.
  const whole = complete.length === KINDS.length ? KINDS : complete.filter(hasOwned);
  const incomplete = KINDS.filter((kind) => hasOwned(kind) && !whole.includes(kind));
  const cut =
    incomplete.length > 0 &&
    CHOICES.find((kinds) => {
      const events = select(kinds);
      const end = events.findIndex(({ owned }) => !owned);
      return incomplete.every((kind) => kinds.includes(kind)) && !events.slice(end).some(({ owned }) => owned);
    });
  const toPart = (kinds: readonly TimelineInclude[], events: typeof newestFirst, isCut: boolean) => {
    const texts = events.flatMap(({ owned, text }) => (owned ? [text] : [])).toReversed();
    return { kinds, timeline: timelineText(timeline, texts), available: events.length, cut: isCut };
  };
  const parts = [
    ...(whole.length > 0 ? [toPart(whole, select(whole), false)] : []),
    ...(cut ? [toPart(cut, select(cut), true)] : []),
  ];
  const known = parts.flatMap(({ kinds }) => kinds);
  const single = select(KINDS.filter((kind) => !known.includes(kind))).filter(({ owned }) => owned);
  return parts.length === 0 || single.length === 0 ? parts : [...parts, toPart([], single, false)];
}
