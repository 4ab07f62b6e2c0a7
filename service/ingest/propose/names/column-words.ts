/** Splits the name of a column into words that can be compared, and takes units and currencies out of it. */
import { foldWords, wordSet } from "../../values/text";

/** These words join others without a meaning of their own, in several languages. */
const JOINING = wordSet(
  "a af an at av by d da das de del der des die do dos du e el em en et for i il im in l la las le les los of oder of on or par por pour sur the to und unite legale och og von y zum zur",
);

/** Names are shortened so in any position. A map has no inherited members, such as `constructor`. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amt: "amount", co: "company", desc: "description", dt: "date", org: "organization" },
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
  [/Kč/g, " czk "],
  [/zł/g, " pln "],
  [/₺/g, " try "],
  [/₽/g, " rub "],
  [/₴/g, " uah "],
  [/₩/g, " krw "],
  [/\bRp\b/g, " idr "],
];

/** Returns the words in lower case, without accents and joining words; `AmountInUSD` has the words of `amount in USD`. */
export function columnWords(name: string): string[] {
  const signs = CURRENCY_SIGNS.reduce((text, [sign, code]) => text.replace(sign, code), name);
  const spaced = signs
    .replace(/\((?:s|es)\)|\/s\b/gi, "s")
    .replace(/linked[\s_-]?in/gi, "linkedin")
    .replace(/acquired[\s_-]?by/gi, "acquirer")
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ")
    // There is no space between the letters of a plural such as FTEs.
    .replace(/(\p{Lu})(?=\p{Lu}(?!s(?!\p{L}))\p{Ll})/gu, "$1 ");
  const words = foldWords(spaced)
    .split(" ")
    .filter((word) => word !== "");
  const meant = words.filter((word) => !JOINING.has(word)).map((word) => ABBREVIATIONS.get(word) ?? word);
  return meant.length === 0 ? words : meant;
}

const CURRENCY_CODES =
  "usd eur gbp inr jpy chf cad aud sgd sek nok dkk pln brl mxn cny krw czk huf ron rub uah twd hkd nzd zar ils aed ngn kes idr try";
const CURRENCY_WORDS: Readonly<Record<string, string | null>> = {
  ...Object.fromEntries(CURRENCY_CODES.split(" ").map((code) => [code, code.toUpperCase()])),
  ...{ dollar: "USD", dollars: "USD", euro: "EUR", euros: "EUR", pounds: "GBP", sterling: "GBP", rupees: "INR" },
  ...{ rmb: "CNY", руб: "RUB", грн: "UAH", долл: "USD", долларов: "USD", rupiah: "IDR", kronor: "SEK" },
  ...{ 元: "CNY", 人民币: "CNY", 美元: "USD", 美金: "USD", 港元: "HKD", 円: "JPY", 원: "KRW", 달러: "USD" },
  // Other parts of the file tell which crowns these are.
  ...{ kr: null, kroner: null },
};

const UNIT_WORDS: Readonly<Record<string, number>> = {
  ...{ k: 1e3, thousand: 1e3, thousands: 1e3, tausend: 1e3, tsd: 1e3, milliers: 1e3, miles: 1e3 },
  ...{ th: 1e3, "000": 1e3, "000s": 1e3, mi: 1e6, mil: 1e6, mill: 1e6, milhoes: 1e6, milioni: 1e6, miljoen: 1e6 },
  ...{ m: 1e6, mn: 1e6, mm: 1e6, mio: 1e6, mln: 1e6, million: 1e6, millions: 1e6, millionen: 1e6, millones: 1e6 },
  ...{ b: 1e9, bn: 1e9, billion: 1e9, billions: 1e9, mrd: 1e9, milliarden: 1e9, milliards: 1e9 },
  ...{ tys: 1e3, tis: 1e3, tusen: 1e3, tusinde: 1e3, tkr: 1e3, ribu: 1e3, тыс: 1e3, тис: 1e3, 千: 1e3, 천: 1e3 },
  ...{ milj: 1e6, miljoner: 1e6, millioner: 1e6, mkr: 1e6, milyon: 1e6, juta: 1e6, млн: 1e6 },
  ...{ mld: 1e9, mlrd: 1e9, mdr: 1e9, miljarder: 1e9, milliarder: 1e9, milyar: 1e9, miliar: 1e9, млрд: 1e9 },
  ...{ 万: 1e4, 萬: 1e4, 만: 1e4, 百万: 1e6, 백만: 1e6, 千万: 1e7, 천만: 1e7, 亿: 1e8, 億: 1e8, 억: 1e8, 十億: 1e9 },
  ...{ cr: 1e7, crore: 1e7, crores: 1e7, lakh: 1e5, lakhs: 1e5, lac: 1e5 },
};

/** Titles of sheets state the unit of their amounts so: `$ in millions`, `Amounts in EUR thousands`. */
const UNIT_IN_TITLE =
  /\b(?:in|en)\s+(?:\S+\s+)?(?:teur|keur|meur|thousands?|millions?|billions?|tausend|tsd|mio|mln|mrd|millionen|millones|milliers|crores?|lakhs?)\b/i;

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

/** `meur`, `usdmm` and `万元` are both a unit and a currency. */
const UNIT_AND_CURRENCY =
  /^(?:(k|m|[十百千万萬亿億천백만억]+)(eur|usd|gbp|sek|nok|dkk|pln|czk|元|人民币|美元|美金|港元|円|원|달러)|(eur|usd|gbp|inr)(k|m|mm|mn|bn|cr))$/;

/** Germans write thousands of euros so: `TEUR`. */
const THOUSANDS_UNIT = /^t(eur|usd|gbp)$/;

export interface MoneyWords {
  /** These are the words without those of the unit and the currency. */
  readonly words: readonly string[];
  readonly currency: string | null;
  /** Numbers of the column are multiplied by this. */
  readonly multiply: number | null;
}

/** Takes the unit and the currency out of the words of a column: `amount usd m` is an amount in millions of dollars. */
export function moneyWords(words: readonly string[]): MoneyWords {
  const parts = words.map((word) => ({
    word,
    money: word.replace(THOUSANDS_UNIT, "k$1").replace(UNIT_AND_CURRENCY, "$1$4 $2$3").trim().split(" "),
  }));
  const isMoney = (part: string) => Object.hasOwn(CURRENCY_WORDS, part) || Object.hasOwn(UNIT_WORDS, part);
  const money = parts.flatMap((one) => (one.money.every(isMoney) ? one.money : []));
  const rest = parts.filter((one) => !one.money.every(isMoney)).map(({ word }) => word);
  const [currency = null] = money.flatMap((part) => CURRENCY_WORDS[part] ?? []);
  const [multiply = null] = money.flatMap((part) => UNIT_WORDS[part] ?? []);
  return { words: rest, currency, multiply: currency === "BRL" && money.includes("mil") ? 1e3 : multiply };
}
