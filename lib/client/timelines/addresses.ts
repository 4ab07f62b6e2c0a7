/** The addresses of the pages about companies, written and read. */
import { ALL_KINDS, type IncludeName } from "@/lib/api/timeline-part";
import { isUuid } from "@/lib/contract/syntax";
import { BATCH, INCLUDE } from "@/lib/contract/timeline";
import { PAGES } from "@/lib/filters/pages";

export const LOOK_UP_PAGE = `${PAGES.companies}/lookup`;
export const COMPARE_PAGE = "/compare";
const ID_PARAM = "id";

/** `kinds`: those that the page offers to buy at first; all of them when it is left out. */
export function companyAddress(id: string, kinds: readonly IncludeName[] = ALL_KINDS): string {
  const query = new URLSearchParams();
  if (kinds.length < ALL_KINDS.length) for (const kind of kinds) query.append(INCLUDE.param, kind);
  return `${PAGES.companies}/${id}${query.size === 0 ? "" : `?${query}`}`;
}

export function compareAddress(ids: readonly string[]): string {
  return ids.length === 0
    ? COMPARE_PAGE
    : `${COMPARE_PAGE}?${new URLSearchParams(ids.map((id): [string, string] => [ID_PARAM, id]))}`;
}

/** The kinds that an address names; all of them when it names none that is known. */
export function kindsIn(search: URLSearchParams): readonly IncludeName[] {
  const named = search.getAll(INCLUDE.param).flatMap((text) => text.split(","));
  const kinds = ALL_KINDS.filter((kind) => named.includes(kind));
  return kinds.length === 0 ? ALL_KINDS : kinds;
}

export interface Compared {
  /** In lower case, each once, no more than one request may ask for. */
  readonly ids: readonly string[];
  /** What of the address was left out, and why: a sentence each. */
  readonly leftOut: readonly string[];
}

/** The companies that an address compares. */
export function comparedIn(search: URLSearchParams): Compared {
  const ids: string[] = [];
  const leftOut: string[] = [];
  let over = 0;
  for (const [name, text] of search) {
    const id = text.toLowerCase();
    if (name !== ID_PARAM)
      leftOut.push(`"${name.slice(0, 60)}" is not known here; companies are named by their ${ID_PARAM}.`);
    else if (!isUuid(text)) leftOut.push(`"${text.slice(0, 60)}" is no company id.`);
    else if (ids.includes(id)) leftOut.push(`${id} was named twice and is shown once.`);
    else if (ids.length === BATCH.max) over++;
    else ids.push(id);
  }
  if (over > 0) leftOut.push(`Only the first ${BATCH.max} companies are compared, not the ${over} after them.`);
  return { ids, leftOut };
}
