/** The last pages opened by the palette, newest first. Stored in this browser, for each workspace. */
import { isObject, text } from "@dealflow/client/tolerant-reader";
import { currentWorkspace } from "@/lib/client/fetch-dashboard";

export interface RecentPage {
  /** Address within the dashboard. */
  readonly href: string;
  readonly title: string;
}

const MOST_PAGES = 6;

/** It contains titles of saved views. */
const storageKey = () => `dealflow.palette.${currentWorkspace()}`;

export function readRecentPages(): RecentPage[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey()) ?? "[]");
    return (Array.isArray(stored) ? stored : []).flatMap(readPage).slice(0, MOST_PAGES);
  } catch {
    return [];
  }
}

/** Only addresses of our own: what is stored here becomes a link. */
function readPage(value: unknown): RecentPage[] {
  if (!isObject(value)) return [];
  const [href, title] = [text(value.href), text(value.title)];
  return href !== null && title !== null && /^\/(?!\/)/.test(href) ? [{ href, title }] : [];
}

export function saveRecentPage(page: RecentPage): void {
  const pages = [page, ...readRecentPages().filter(({ href }) => href !== page.href)];
  try {
    window.localStorage.setItem(storageKey(), JSON.stringify(pages.slice(0, MOST_PAGES)));
  } catch {
    // Without storage nothing is remembered.
  }
}
