/** Lists the invented words of which names are made, and what companies of a country have in common. */

const ONSETS = "b br c cl d dr f fl g gl h j k kr l m n p pr qu r s sk st t tr v w z".split(" ");
const NUCLEI = "a e i o u ai ea ia io ou".split(" ");
const CODAS = " l n r s x nd rk lt m sk".split(" ");

/** Returns an invented word of two or three syllables. The same numbers give the same word. */
export function inventedWord(pick: <T>(list: readonly T[]) => T, syllables: number): string {
  const parts = Array.from({ length: syllables }, () => pick(ONSETS) + pick(NUCLEI));
  const word = parts.join("") + pick(CODAS);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Many companies have one of these as their second word. */
export const COMMON_WORDS = [
  ..."Health Energy Robotics Therapeutics Labs Systems Software Analytics Bio Foods Mobility Security Cloud".split(" "),
  ..."Networks Payments Studio Media Logistics Materials Aerospace Learning Insurance Technologies Solutions".split(
    " ",
  ),
];

/** A legal form has several spellings: that of registers first. */
type LegalForm = readonly [string, ...string[]];

export interface Country {
  readonly code: string;
  /** Its share of the companies, in hundredths. */
  readonly share: number;
  readonly cities: readonly string[];
  readonly forms: readonly LegalForm[];
  readonly currency: string;
  /** Letters of its language, by the plain letter and the two letters that stand for them elsewhere. */
  readonly accents: Readonly<Record<string, readonly [letter: string, spelled: string]>>;
  readonly cyrillic?: true;
}

const plain = {};
const german = { a: ["ä", "ae"], o: ["ö", "oe"], u: ["ü", "ue"] } as const;

export const COUNTRIES: readonly Country[] = [
  {
    ...{
      code: "US",
      share: 48,
      currency: "USD",
      accents: plain,
      cities: "Boston Austin Denver Seattle Atlanta Chicago".split(" "),
    },
    forms: [
      ["Inc.", "Inc", "Incorporated"],
      ["LLC", "L.L.C."],
      ["Corp.", "Corporation", "Corp"],
    ],
  },
  {
    ...{ code: "GB", share: 13, currency: "GBP", accents: plain, cities: "London Leeds Bristol Cambridge".split(" ") },
    forms: [["Limited", "Ltd", "Ltd."]],
  },
  {
    ...{ code: "DE", share: 9, currency: "EUR", accents: german, cities: "Berlin Hamburg Kiel Leipzig".split(" ") },
    forms: [
      ["GmbH", "Gesellschaft mit beschränkter Haftung"],
      ["AG", "Aktiengesellschaft"],
    ],
  },
  {
    ...{
      code: "FR",
      share: 9,
      currency: "EUR",
      accents: { e: ["é", "e"] },
      cities: "Paris Lyon Lille Nantes".split(" "),
    },
    forms: [
      ["SAS", "S.A.S."],
      ["SARL", "S.A.R.L."],
    ],
  },
  {
    ...{
      code: "SE",
      share: 5,
      currency: "SEK",
      accents: { o: ["ö", "oe"], a: ["å", "aa"] },
      cities: ["Malmo", "Uppsala"],
    },
    forms: [["AB", "Aktiebolag"]],
  },
  {
    ...{ code: "ES", share: 5, currency: "EUR", accents: { n: ["ñ", "n"] }, cities: ["Madrid", "Valencia", "Bilbao"] },
    forms: [
      ["S.L.", "SL"],
      ["S.A.", "SA"],
    ],
  },
  {
    ...{ code: "IN", share: 8, currency: "INR", accents: plain, cities: ["Pune", "Chennai", "Mumbai"] },
    forms: [["Private Limited", "Pvt Ltd", "Pvt. Ltd."]],
  },
  {
    code: "UA",
    share: 3,
    currency: "EUR",
    accents: plain,
    cities: ["Lviv", "Kyiv"],
    forms: [["LLC", "TOV"]],
    cyrillic: true,
  },
];

export const GIVEN_NAMES = "Ines Tomas Hanna Jonas Priya Oskar Mireille Dana Felix Noor Kaito Elena Marcus Aylin".split(
  " ",
);

/** A company raises its rounds in this order. */
export const STAGES = ["seed", "series-a", "series-b", "series-c"] as const;

export const ROLES = [
  ["Chief Executive Officer", "CEO"],
  ["Chief Financial Officer", "CFO"],
  ["Chief Technology Officer", "CTO"],
  ["Chief Revenue Officer", "CRO"],
  ["VP of Engineering", "Vice President Engineering"],
] as const;
