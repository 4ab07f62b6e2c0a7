/** Writes and reads the addresses of the pages about companies, investors and people. */

import { isUuid } from "@dealflow/contract/query/syntax";
import { BATCH, INCLUDE } from "@dealflow/contract/timeline";
import { ALL_KINDS, type IncludeName } from "@/lib/api/timeline-part";
import { PAGES } from "@/lib/filters/pages";

export const LOOK_UP_PAGE = `${PAGES.companies}/lookup`;
export const PEOPLE_PAGE = "/people";
export const COMPARE_PAGE = "/compare";
const ID_PARAM = "id";

/** The page offers to buy these `kinds` at first; all of them when it is left out. */
export function companyAddress(id: string, kinds: readonly IncludeName[] = ALL_KINDS): string {
  const query = new URLSearchParams(named(kinds));
  return `${PAGES.companies}/${id}${query.size === 0 ? "" : `?${query}`}`;
}

export function companyAt(address: string): string | undefined {
  const [path = ""] = address.split("?");
  const id = path.slice(`${PAGES.companies}/`.length);
  return isUuid(id) && path === companyAddress(id) ? id : undefined;
}

export interface NamedInvestor {
  readonly id: string | null;
  readonly name: string | null;
}

/** This is the last part of the path of an investor who is known only by name. */
const BY_NAME = "named";
const NAME_PARAM = "name";

/** Names an investor by the id, or by the name where the host gave no id; undefined where there is neither. */
export function investorAddress({ id, name }: NamedInvestor): string | undefined {
  if (id !== null && isUuid(id)) return `${PAGES.investors}/${id.toLowerCase()}`;
  return name ? `${investorPath({ id: null, name })}?${new URLSearchParams({ [NAME_PARAM]: name })}` : undefined;
}

export function investorPath({ id }: NamedInvestor): string {
  return `${PAGES.investors}/${id ?? BY_NAME}`;
}

/**
 * Reads the investor of an address, who has an id or a name; undefined when it names none.
 * @param last the last part of the path
 */
export function investorIn(last: string, search: URLSearchParams): NamedInvestor | undefined {
  if (isUuid(last)) return { id: last.toLowerCase(), name: null };
  const name = search.get(NAME_PARAM);
  return last === BY_NAME && name ? { id: null, name } : undefined;
}

/** The moves of a person are known by an id. */
export function personAddress(id: string): string {
  return `${PEOPLE_PAGE}/${id.toLowerCase()}`;
}

/** These `kinds` are compared; all of them when it is left out. */
export function compareAddress(ids: readonly string[], kinds: readonly IncludeName[] = ALL_KINDS): string {
  if (ids.length === 0) return COMPARE_PAGE;
  const companies = ids.map((id): [string, string] => [ID_PARAM, id]);
  return `${COMPARE_PAGE}?${new URLSearchParams([...companies, ...named(kinds)])}`;
}

/** All kinds are written as none. */
function named(kinds: readonly IncludeName[]): [string, string][] {
  return kinds.length === ALL_KINDS.length ? [] : kinds.map((kind) => [INCLUDE.param, kind]);
}

/** Returns the kinds that an address names; all of them when it names none that is known. */
export function kindsIn(search: URLSearchParams): readonly IncludeName[] {
  const named = search.getAll(INCLUDE.param).flatMap((text) => text.split(","));
  const kinds = ALL_KINDS.filter((kind) => named.includes(kind));
  return kinds.length === 0 ? ALL_KINDS : kinds;
}

/**
 * Returns the ids of an address in lower case, without duplicates, and no more than one request allows, and in sentences what
 * was left out of it, and why.
 */
export function comparedIn(search: URLSearchParams) {
  const ids: string[] = [];
  const leftOut: string[] = [];
  let over = 0;
  for (const [name, text] of search) {
    const id = text.toLowerCase();
    if (name === INCLUDE.param) {
      for (const kind of text.split(","))
        if (!ALL_KINDS.some((known) => known === kind))
          leftOut.push(`"${kind.slice(0, 60)}" is not a kind of event; use ${ALL_KINDS.join(", ")}.`);
    } else if (name !== ID_PARAM)
      leftOut.push(`"${name.slice(0, 60)}" is not a known parameter; use ${ID_PARAM} for each company.`);
    else if (!isUuid(text)) leftOut.push(`"${text.slice(0, 60)}" is not a company id.`);
    else if (ids.includes(id)) leftOut.push(`${id} is listed twice; it is shown once.`);
    else if (ids.length === BATCH.max) over++;
    else ids.push(id);
  }
  if (over > 0) leftOut.push(`Only the first ${BATCH.max} companies are compared, not the ${over} after them.`);
  return { ids, kinds: kindsIn(search), leftOut };
}
