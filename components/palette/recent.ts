/** Where one went by the palette last, newest first. Kept in this browser, for each workspace. */
import { isObject, text } from "@/lib/api/tolerant-reader";
import { actingFor } from "@/lib/client/own-route";

export interface Place {
  /** Address within the dashboard. */
  readonly href: string;
  readonly title: string;
}

const KEPT = 6;

/** Titles of saved views stand in it. */
const keyNow = () => `dealflow.palette.${actingFor()}`;

export function recentPlaces(): Place[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(keyNow()) ?? "[]");
    return (Array.isArray(kept) ? kept : []).flatMap(readPlace).slice(0, KEPT);
  } catch {
    return [];
  }
}

/** Only addresses of our own: what is kept here becomes a link. */
function readPlace(value: unknown): Place[] {
  if (!isObject(value)) return [];
  const [href, title] = [text(value.href), text(value.title)];
  return href !== null && title !== null && /^\/(?!\/)/.test(href) ? [{ href, title }] : [];
}

export function rememberPlace(place: Place): void {
  const places = [place, ...recentPlaces().filter(({ href }) => href !== place.href)];
  try {
    window.localStorage.setItem(keyNow(), JSON.stringify(places.slice(0, KEPT)));
  } catch {
    // Without storage nothing is remembered.
  }
}
