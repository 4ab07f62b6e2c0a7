/** Groups the facets of a segment, so that one count of codes covers several of them. */
import { sharedFloat64, sharedUint16, sharedUint32 } from "./rows";
import type { NumberColumn } from "./segment";

/** Most groups have few enough codes for 16 bits, which take half the memory. */
export type Codes = Uint16Array | Uint32Array;

/**
 * A group counts facets together: a row has one code for all of them and its amount, so that one count of codes covers
 * them all. Previews have the middles of a few bands as their amounts, so codes remain few.
 */
export interface Group {
  readonly codes: Codes;
  readonly size: number;
  /** Each code has an amount, -1 where there is none. */
  readonly amounts: Float64Array;
  /** Each code has a set of values per facet. */
  readonly facets: readonly { readonly param: string; readonly setOfCode: Uint32Array }[];
}

/** Returns the codes of the rows, and the set of values of each code. */
export function findCodes(groups: readonly Group[], param: string): { codes: Codes; setOfCode: Uint32Array } {
  for (const { codes, facets } of groups) {
    const facet = facets.find((one) => one.param === param);
    if (facet !== undefined) return { codes, setOfCode: facet.setOfCode };
  }
  throw new Error(`the segment has no facet ${param}`);
}

interface CountedFacet {
  readonly param: string;
  readonly sets: number;
  readonly setOfRow: Codes;
}

const MOST_SHORT_CODES = 2 ** 16;
/**
 * The counters of so many codes, with some fourteen amounts each, stay in a core's cache: of 325,000 rounds a dense mix took 4.1 ms,
 * and 6.6 with four times as many.
 */
const MOST_CODES = 8_192;
/** This bounds the table of all combinations of two groups' codes. */
const MOST_COMBINATIONS = 2 ** 23;

type JoinedFacets = Omit<Group, "amounts">;

/** Puts the codes of the groups into the columns of the facets. */
export function groupFacets(facets: readonly CountedFacet[], amounts: NumberColumn | undefined): Group[] {
  let groups: JoinedFacets[] = facets.map(({ param, sets, setOfRow }) => ({
    codes: setOfRow,
    size: sets,
    facets: [{ param, setOfCode: Uint32Array.from({ length: sets }, (_, set) => set) }],
  }));
  // One table serves all pairs, because each may take 16 MB.
  let codeByPair = new Uint16Array(0);
  const join = (a: JoinedFacets, b: JoinedFacets): boolean => {
    const pairs = a.size * b.size;
    if (codeByPair.length < pairs) codeByPair = new Uint16Array(pairs);
    const joined = combine(a, b, codeByPair.fill(0, 0, pairs));
    if (joined !== undefined) groups = [...groups.filter((group) => group !== a && group !== b), joined];
    return joined !== undefined;
  };
  while (getPairs(groups).some(([one, other]) => join(one, other)));
  return groups.map((group) => shareGroup(splitByAmount(group, amounts)));
}

/** Replaces the codes of a group by those of their pairs with an amount. */
function splitByAmount({ codes, size, facets }: JoinedFacets, numbers: NumberColumn | undefined): Group {
  if (numbers === undefined) return { codes, size, facets, amounts: new Float64Array(size).fill(-1) };
  const { order, known, values } = numbers;
  const [former, amounts]: [number[], number[]] = [[], []];
  /** Each former code has the latest of its codes, plus 1. */
  const latest = new Uint32Array(size);
  let split = codes;
  let [amount, first] = [-1, 0];
  for (let at = 0; at < order.length; at++) {
    const row = order[at] as number;
    const next = at < known ? (values[row] as number) : -1;
    if (next !== amount) [amount, first] = [next, former.length];
    const code = codes[row] as number;
    if ((latest[code] as number) <= first) {
      latest[code] = former.push(code);
      amounts.push(amount);
    }
    split = withCode(split, row, (latest[code] as number) - 1);
  }
  return { codes: split, size: former.length, facets: recode(facets, former), amounts: Float64Array.from(amounts) };
}

/** Returns the column, or a wider one where its bits do not suffice for the code. */
export function withCode(codes: Codes, row: number, code: number): Codes {
  let column = codes;
  if (code >= MOST_SHORT_CODES && codes instanceof Uint16Array) {
    column = sharedUint32(codes.length);
    column.set(codes);
  }
  column[row] = code;
  return column;
}

/** @param former has the code in the facets of each new code */
function recode(facets: Group["facets"], former: readonly number[]): Group["facets"] {
  return facets.map(({ param, setOfCode }) => ({
    param,
    setOfCode: Uint32Array.from(former, (code) => setOfCode[code] as number),
  }));
}

function shareGroup({ codes, size, facets, amounts }: Group): Group {
  const shared = sharedFloat64(size);
  shared.set(amounts);
  return {
    codes: size <= MOST_SHORT_CODES ? shortened(codes) : codes,
    size,
    facets: facets.map(sharedFacet),
    amounts: shared,
  };
}

function shortened(codes: Codes): Uint16Array {
  if (codes instanceof Uint16Array) return codes;
  const short = sharedUint16(codes.length);
  short.set(codes);
  return short;
}

/** Returns the smallest first. */
function getPairs(groups: readonly JoinedFacets[]): (readonly [JoinedFacets, JoinedFacets])[] {
  return groups
    .flatMap((one, index) => groups.slice(index + 1).map((other) => [one, other] as const))
    .filter(([one, other]) => one.size * other.size <= MOST_COMBINATIONS)
    .sort(([a, b], [c, d]) => a.size * b.size - c.size * d.size);
}

/**
 * Puts the codes into the column of the first group. Returns undefined, and changes nothing, when more codes occur than can
 * be counted fast.
 * @param codeByPair zeros
 */
function combine(one: JoinedFacets, other: JoinedFacets, codeByPair: Uint16Array): JoinedFacets | undefined {
  const { codes } = one;
  const getPair = (row: number) => (codes[row] as number) * other.size + (other.codes[row] as number);
  const [ofOne, ofOther]: [number[], number[]] = [[], []];
  for (let row = 0; row < codes.length; row++) {
    const pair = getPair(row);
    if (codeByPair[pair] !== 0) continue;
    ofOne.push(codes[row] as number);
    const code = ofOther.push(other.codes[row] as number);
    if (code > MOST_CODES) return undefined;
    codeByPair[pair] = code;
  }
  for (let row = 0; row < codes.length; row++) codes[row] = (codeByPair[getPair(row)] as number) - 1;
  return { codes, size: ofOne.length, facets: [...recode(one.facets, ofOne), ...recode(other.facets, ofOther)] };
}

function sharedFacet({ param, setOfCode }: Group["facets"][number]) {
  const shared = sharedUint32(setOfCode.length);
  shared.set(setOfCode);
  return { param, setOfCode: shared };
}
