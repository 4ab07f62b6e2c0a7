/**
 * Facets that are counted together: a row has one code for all facets of a group, so that one count of codes covers
 * all of them.
 */
import { sharedUint32 } from "./rows";

export interface Group {
  /** By row. */
  readonly codes: Uint32Array;
  /** How many codes there are. */
  readonly size: number;
  /** Of each of its facets, by code, the set of values. */
  readonly facets: readonly { readonly param: string; readonly setOfCode: Uint32Array }[];
}

export interface CountedFacet {
  readonly param: string;
  readonly sets: number;
  readonly setOfRow: Uint32Array;
}

/** So many counters stay in a core's cache. */
const MOST_CODES = 32_768;
/** Of a table of all combinations of two groups' codes. */
const MOST_COMBINATIONS = 2 ** 23;

/** @param together two facets that share a group whatever its size */
export function groupFacets(facets: readonly CountedFacet[], together?: readonly [string, string]): Group[] {
  let groups: Group[] = facets.map(({ param, sets, setOfRow }) => ({
    codes: setOfRow,
    size: sets,
    facets: [{ param, setOfCode: Uint32Array.from({ length: sets }, (_, set) => set) }],
  }));
  const join = (a: Group, b: Group, mostCodes: number): boolean => {
    const joined = combine(a, b, mostCodes);
    if (joined !== undefined) groups = [...groups.filter((group) => group !== a && group !== b), joined];
    return joined !== undefined;
  };
  const [first, second] = together ?? [];
  const [a, b] = [first, second].map((param) => groups.find(({ facets: [facet] }) => facet?.param === param));
  if (a !== undefined && b !== undefined) join(a, b, Number.POSITIVE_INFINITY);
  while (pairsOf(groups).some(([one, other]) => join(one, other, MOST_CODES)));
  return groups.map(({ codes, size, facets: of }) => ({ codes: shared(codes), size, facets: of.map(sharedFacet) }));
}

/** The smallest first. */
function pairsOf(groups: readonly Group[]): (readonly [Group, Group])[] {
  return groups
    .flatMap((one, index) => groups.slice(index + 1).map((other) => [one, other] as const))
    .filter(([one, other]) => one.size * other.size <= MOST_COMBINATIONS)
    .sort(([a, b], [c, d]) => a.size * b.size - c.size * d.size);
}

/** Undefined when more codes occur. */
function combine(one: Group, other: Group, mostCodes: number): Group | undefined {
  const codeOf = new Uint32Array(one.size * other.size);
  const codes = new Uint32Array(one.codes.length);
  const [ofOne, ofOther]: [number[], number[]] = [[], []];
  for (let row = 0; row < codes.length; row++) {
    const [first, second] = [one.codes[row] as number, other.codes[row] as number];
    const pair = first * other.size + second;
    let code = codeOf[pair] as number;
    if (code === 0) {
      ofOne.push(first);
      code = ofOther.push(second);
      if (code > mostCodes) return undefined;
      codeOf[pair] = code;
    }
    codes[row] = code - 1;
  }
  const within = (group: Group, codeIn: readonly number[]) =>
    group.facets.map(({ param, setOfCode }) => ({
      param,
      setOfCode: Uint32Array.from(codeIn, (code) => setOfCode[code] as number),
    }));
  return { codes, size: ofOne.length, facets: [...within(one, ofOne), ...within(other, ofOther)] };
}

function shared(values: Uint32Array): Uint32Array {
  const copy = sharedUint32(values.length);
  copy.set(values);
  return copy;
}

function sharedFacet({ param, setOfCode }: Group["facets"][number]) {
  return { param, setOfCode: shared(setOfCode) };
}
