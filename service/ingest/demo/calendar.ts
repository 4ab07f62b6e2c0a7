/** Times the events of the demo data set: more recent than old ones, on working days, never after now. */
import type { Chance } from "./random";

export const DAY_MS = 86_400_000;
export const YEAR_MS = 365.25 * DAY_MS;

/** Each number of years ago has a share of the announcements. */
const AGES = [
  { share: 0.24, from: 0, to: 1 },
  { share: 0.2, from: 1, to: 2 },
  { share: 0.17, from: 2, to: 3 },
  { share: 0.16, from: 3, to: 5 },
  { share: 0.14, from: 5, to: 8 },
  { share: 0.09, from: 8, to: 14 },
];

/** Returns an instant of the past in ms. */
export function pastInstant(chance: Chance, now: number): number {
  let at = chance.next();
  for (const { share, from, to } of AGES) {
    if (at < share) return now - (from + (at / share) * (to - from)) * YEAR_MS;
    at -= share;
  }
  return now - AGES.length * YEAR_MS;
}

/**
 * Returns the announcement on or near that day: mostly a bare date (00:00), else a time in working hours; at most now.
 */
export function announcement(chance: Chance, near: number, now: number): number {
  let day = Math.floor(near / DAY_MS) * DAY_MS;
  const weekday = new Date(day).getUTCDay();
  if ((weekday === 0 || weekday === 6) && chance.happens(0.8)) {
    const monday = day + (weekday === 0 ? 1 : 2) * DAY_MS;
    day = monday <= now ? monday : day - (weekday === 0 ? 2 : 1) * DAY_MS;
  }
  const at = day + (chance.happens(0.6) ? 0 : chance.between(6 * 3600, 18 * 3600) * 1000);
  return at <= now ? at : Math.min(day, now);
}

/** Returns when the feed discovered an announcement: within minutes or a few days; at most now. */
export function discovery(chance: Chance, announcedAt: number, now: number): number {
  const delay = chance.happens(0.7) ? chance.next() * 0.5 : chance.next() * 4;
  return Math.min(now, Math.round(announcedAt + 600_000 + delay * DAY_MS));
}

export function laterDay(at: number, days: number): Date {
  return new Date(Math.floor(at / DAY_MS + days) * DAY_MS);
}
