/** Lists pages, views, loaded rows and owned names that the palette opens. */
import { text } from "@dealflow/client/tolerant-reader";
import type { SavedView } from "@dealflow/contract/account/saved";
import type { OwnedNames } from "@dealflow/contract/account/spending/purchases";
import { FEEDS } from "@dealflow/contract/feeds";
import { foldText } from "@dealflow/contract/query/fold-text";
import { factsAt } from "@dealflow/contract/records/facts";
import type { PageLink } from "@/components/shell/pages";
import {
  ADMINISTRATION_LINKS,
  FEED_LINKS,
  isThere,
  REFERENCE_LINKS,
  SETTINGS_LINKS,
  START_LINK,
  VIEWS_LINK,
  WORKSPACE_LINKS,
} from "@/components/shell/pages";
import type { HostState } from "@/lib/api/dashboard";
import type { ActingView } from "@/lib/client/palette";
import { companyAddress, investorAddress, LOOK_UP_PAGE, personAddress } from "@/lib/client/timelines/addresses";
import { buildAddress } from "@/lib/filters/address";
import { PAGES } from "@/lib/filters/pages";
import { longDate } from "@/lib/format/dates";
import { type Entry, Marked } from "./entry";

/** Returns true when every typed word is a prefix of a word of the text. */
export function matchesTitle(title: string, typed: string): boolean {
  const words = splitWords(title);
  return splitWords(typed).every((part) => words.some((word) => word.startsWith(part)));
}

export function matchesWords(title: string, typed: string): boolean {
  const words = splitWords(title);
  return splitWords(typed).every((part) => words.includes(part));
}

function splitWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

const LOOK_UP_LINK: PageLink = { href: LOOK_UP_PAGE, title: "Look up a company" };

type Go = (href: string, title: string) => void;
/** Each page shows what opening it costs. */

export function pageEntries(typed: string, host: Pick<HostState, "own" | "identity">, go: Go): Entry[] {
  const links: readonly PageLink[] = [
    START_LINK,
    VIEWS_LINK,
    LOOK_UP_LINK,
    ...FEED_LINKS,
    ...WORKSPACE_LINKS,
    ...SETTINGS_LINKS,
    ...ADMINISTRATION_LINKS.slice(1),
    ...REFERENCE_LINKS,
  ];
  return links
    .filter((link) => isThere(link, host) && matchesTitle(`go to ${link.title}`, typed))
    .map(({ href, title }) => ({
      id: `page ${href}`,
      title: <Marked text={title} typed={typed} />,
      act: () => go(href, title),
    }));
}

/** The palette offers at most this many views while nothing is typed. */
const MOST_VIEWS = 5;

export function viewEntries(
  typed: string,
  views: readonly Pick<SavedView, "id" | "name" | "feed" | "query">[],
  go: Go,
): Entry[] {
  const found = views.filter(({ name }) => matchesTitle(`view ${name}`, typed));
  return found.slice(0, typed.trim() === "" ? MOST_VIEWS : undefined).map(({ id, name, feed, query }) => {
    const href = `${PAGES[feed]}${query === "" ? "" : `?${query}`}`;
    return {
      id: `view ${id}`,
      title: <Marked text={name} typed={typed} />,
      aside: FEEDS[feed].title,
      act: () => go(href, name),
    };
  });
}

const MOST_NAMES = 4;

interface NamedPage {
  readonly id: string;
  readonly name: string;
  readonly formerNames?: readonly string[];
  readonly href: string | undefined;
  readonly about: string | null;
}

/** Returns companies, investors and people of owned records, by the headings of their groups. */
export function namedPages({ companies, investors, people }: OwnedNames): readonly [string, readonly NamedPage[]][] {
  return [
    ["Companies, owned", companies.map((one) => ({ ...one, href: companyAddress(one.id), about: one.domain }))],
    ["Investors, owned", investors.map((one) => ({ ...one, href: investorAddress(one), about: one.domain }))],
    ["People, owned", people.map((one) => ({ ...one, href: personAddress(one.id) }))],
  ];
}

/**
 * Opening these pages is free. The names of an earlier text stay until those of this one arrive; the ones that it does not
 * match are left out.
 */
export function nameEntries(
  heading: string,
  typed: string,
  names: readonly NamedPage[],
  go: (href: string) => void,
): Entry[] {
  const meant = (page: NamedPage) => [page.name, ...(page.formerNames ?? [])].find((one) => matchesTitle(one, typed));
  const matching = names.filter((page) => meant(page) !== undefined);
  return matching.slice(0, MOST_NAMES).flatMap((page) => {
    const { id, name, href, about } = page;
    const found = meant(page) ?? name;
    if (href === undefined) return [];
    return [
      {
        id: `${heading} ${id}`,
        title: (
          <>
            <Marked text={name} typed={found === name ? typed : ""} />
            {found !== name && (
              <span className="text-text-2">
                {" "}
                formerly <Marked text={found} typed={typed} />
              </span>
            )}
          </>
        ),
        ...(about ? { aside: about } : {}),
        act: () => go(href),
      },
    ];
  });
}

/**
 * Offers searches for records that are not owned yet: looking up a company is free, and a search buys a page of its
 * results.
 */
export function searchEntries(typed: string, own: boolean, go: Go): Entry[] {
  const text = typed.trim();
  if (text.length < 3) return [];
  const lookUp = `${LOOK_UP_PAGE}?${new URLSearchParams({ name: text })}`;
  const searches = (["companies", "investors"] as const).map((feed) => ({
    id: `search ${feed}`,
    title: `Search ${feed} for “${text}”`,
    act: () => go(buildAddress(FEEDS[feed], { search: text }), `${FEEDS[feed].title}: ${text}`),
  }));
  // Only our own service names a company for free.
  if (!own) return searches;
  const title = `Look up the company “${text}”`;
  return [{ id: "look up", title, act: () => go(lookUp, `Look up ${text}`) }, ...searches];
}

const MOST_ROWS = 5;
const NAMES = ["company.name", "target.name", "name", "person.name", "acquirer.name"];

export function rowEntries(typed: string, view: ActingView, done: () => void): Entry[] {
  if (typed.trim().length < 2) return [];
  const found: Entry[] = [];
  for (const { key, record } of view.rows) {
    const name = NAMES.flatMap((path) => factsAt(record, path).map(text)).find(
      (one) => one && matchesTitle(one, typed),
    );
    if (!name) continue;
    const announced = text(factsAt(record, "announcedAt")[0]);
    found.push({
      id: `row ${key}`,
      title: <Marked text={name} typed={typed} />,
      ...(announced === null ? {} : { aside: longDate(announced) }),
      act: () => {
        done();
        view.setOpen(key);
      },
    });
    if (found.length === MOST_ROWS) break;
  }
  return found;
}
