/** Splits the name of a column into words that can be compared, and takes units and currencies out of it. */

/** These words join others without a meaning of their own, in six languages. */
const JOINING: ReadonlySet<string> = new Set(
  "a an at by d da das de del der des die do dos du e el em en et for i il im in l la las le les los of oder of on or par por pour sur the to und unite legale von y zum zur".split(
    " ",
  ),
);

/** Names are shortened so in any position. A map has no inherited members, such as `constructor`. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amt: "amount", co: "company", desc: "description", dt: "date", est: "established", org: "organization" },
    ...{ yr: "year" },
  }),
);

const CURRENCY_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\b(USD|EUR|GBP|INR)(?=(?:k|mm?|mn|bn|cr)\b)/gi, "$1 "],
  [/\bR\$/g, " brl "],
  [/\b(?:C|CA|CAD)\$/g, " cad "],
  [/\b(?:A|AU)\$/g, " aud "],
  [/\bS\$/g, " sgd "],
  [/\bHK\$/g, " hkd "],
  [/\bUS\s?\$|\$\s?US\b|\$/gi, " usd "],
  [/%/g, " percent "],
  [/€/g, " eur "],
  [/£/g, " gbp "],
  [/₹|\bRs\b\.?/g, " inr "],
  [/¥/g, " jpy "],
];

/** Returns the words in lower case, without accents and joining words; `AmountInUSD` has the words of `amount in USD`. */
export function columnWords(name: string): string[] {
  const signs = CURRENCY_SIGNS.reduce((text, [sign, code]) => text.replace(sign, code), name);
  const words = signs
    .replace(/\((?:s|es)\)|\/s\b/gi, "s")
    .replace(/linked[\s_-]?in/gi, "linkedin")
    .replace(/acquired[\s_-]?by/gi, "acquirer")
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ")
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1 ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/œ/g, "oe")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const meant = words.filter((word) => !JOINING.has(word)).map((word) => ABBREVIATIONS.get(word) ?? word);
  return meant.length === 0 ? words : meant;
}

const CURRENCY_WORDS: Readonly<Record<string, string>> = {
  ...{ dollar: "USD", dollars: "USD", euro: "EUR", euros: "EUR", pounds: "GBP", sterling: "GBP", rupees: "INR" },
  ...{ usd: "USD", eur: "EUR", gbp: "GBP", inr: "INR", jpy: "JPY", chf: "CHF", cad: "CAD", aud: "AUD", sgd: "SGD" },
  ...{ sek: "SEK", nok: "NOK", dkk: "DKK", pln: "PLN", brl: "BRL", mxn: "MXN", cny: "CNY", rmb: "CNY", krw: "KRW" },
  ...{ hkd: "HKD", nzd: "NZD", zar: "ZAR", ils: "ILS", aed: "AED", ngn: "NGN", kes: "KES", idr: "IDR", try: "TRY" },
};

const UNIT_WORDS: Readonly<Record<string, number>> = {
  ...{ k: 1e3, thousand: 1e3, thousands: 1e3, tausend: 1e3, tsd: 1e3, milliers: 1e3, miles: 1e3 },
  ...{ th: 1e3, "000": 1e3, "000s": 1e3, mi: 1e6, mil: 1e6, mill: 1e6, milhoes: 1e6, milioni: 1e6, miljoen: 1e6 },
  ...{ m: 1e6, mn: 1e6, mm: 1e6, mio: 1e6, mln: 1e6, million: 1e6, millions: 1e6, millionen: 1e6, millones: 1e6 },
  ...{ b: 1e9, bn: 1e9, billion: 1e9, billions: 1e9, mrd: 1e9, milliarden: 1e9, milliards: 1e9 },
  ...{ cr: 1e7, crore: 1e7, crores: 1e7, lakh: 1e5, lakhs: 1e5, lac: 1e5 },
};

/** Titles of sheets state the unit of their amounts so: `$ in millions`, `Amounts in EUR thousands`. */
const UNIT_IN_TITLE =
  /\b(?:in|en)\s+(?:\S+\s+)?(?:thousands?|millions?|billions?|tausend|tsd|mio|mln|mrd|millionen|millones|milliers|crores?|lakhs?)\b/i;

/** Returns the unit and the currency that a title states for all amounts below it. */
export function titleUnit(titles: readonly string[]): Omit<MoneyWords, "words"> {
  for (const title of titles) {
    const [unit] = UNIT_IN_TITLE.exec(title) ?? [];
    if (unit === undefined) continue;
    const { multiply } = moneyWords(columnWords(unit));
    return { multiply, currency: moneyWords(columnWords(title)).currency };
  }
  return { multiply: null, currency: null };
}

/** `meur` and `usdmm` are both a unit and a currency. */
const UNIT_AND_CURRENCY = /^(?:(k|m)(eur|usd|gbp)|(eur|usd|gbp|inr)(k|m|mm|mn|bn|cr))$/;

export interface MoneyWords {
  /** The words without those of the unit and the currency. */
  readonly words: readonly string[];
  readonly currency: string | null;
  /** Numbers of the column are multiplied by this. */
  readonly multiply: number | null;
}

/** Takes the unit and the currency out of the words of a column: `amount usd m` is an amount in millions of dollars. */
export function moneyWords(words: readonly string[]): MoneyWords {
  const parts = words.map((word) => ({ word, money: word.replace(UNIT_AND_CURRENCY, "$1$4 $2$3").trim().split(" ") }));
  const isMoney = (part: string) => Object.hasOwn(CURRENCY_WORDS, part) || Object.hasOwn(UNIT_WORDS, part);
  const money = parts.flatMap((one) => (one.money.every(isMoney) ? one.money : []));
  const rest = parts.filter((one) => !one.money.every(isMoney)).map(({ word }) => word);
  const [currency = null] = money.flatMap((part) => CURRENCY_WORDS[part] ?? []);
  const [multiply = null] = money.flatMap((part) => UNIT_WORDS[part] ?? []);
  return { words: rest, currency, multiply: currency === "BRL" && money.includes("mil") ? 1e3 : multiply };
}
