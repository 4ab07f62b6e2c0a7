/** Reads currencies from their codes, symbols and names. */
import { memoize } from "./memoize";
import { foldWords } from "./text";

export interface ReadCurrency {
  /** ISO 4217; null when several currencies share the symbol equally. */
  readonly code: string | null;
  /** Another column may say which of these the symbol means. */
  readonly shared: readonly string[];
}

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

const DOLLARS = "USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP UYU BRL JMD TTD BBD BSD BZD FJD NAD LRD".split(" ");
/** Each has its symbols and names, the currency that is meant where nothing else says so, and all that share them. */
const SHARED: readonly (readonly [string, string | null, readonly string[]])[] = [
  ["$ dollar ドル 달러 dolar доллар", "USD", DOLLARS],
  ["¥", "JPY", ["JPY", "CNY"]],
  ["£ pound", "GBP", ["GBP", "EGP", "LBP", "SYP"]],
  ["rs rupee", "INR", ["INR", "PKR", "LKR", "NPR", "MUR"]],
  ["元", "CNY", ["CNY", "TWD", "HKD"]],
  ["kr", null, ["SEK", "NOK", "DKK", "ISK"]],
  ["krone kroner", null, ["NOK", "DKK"]],
  ["kronor krona", null, ["SEK", "ISK"]],
  ["peso", null, ["MXN", "ARS", "CLP", "COP", "PHP", "UYU"]],
  ["franc", null, ["CHF", "XOF", "XAF"]],
];

const NAMES: Readonly<Record<string, string>> = {
  USD: "美元 美金 米ドル 미국달러 dolarów dolary dolarů abddoları долларов доллара долл доларів us$ $us usd$ u.s.$ us-$ u$s us$. usdollar",
  EUR: "欧元 歐元 ユーロ 유로 eura eurot euroa euró avro евро євро € euro €. eur. û",
  GBP: "英镑 英鎊 ポンド gb£ £gb sterling",
  JPY: "日元 日圆 日圓 日本円 엔 jp¥ 円 yen jpy¥",
  CNY: "cn¥ 人民币 人民幣 元人民币 元人民幣 人民元 위안 rmb yuan renminbi cnh",
  INR: "₹ inr. re",
  KRW: "韩元 韓元 ウォン ₩ 원 won",
  RUB: "руб рубль рубля рублей ₽ rouble ruble rub.",
  ILS: "₪ nis shekel",
  TRY: "₺ tl lira lirası türklirası",
  UAH: "₴ грн гривня гривні гривень hryvnia",
  VND: "₫ dong",
  NGN: "₦ naira",
  PHP: "₱",
  THB: "฿ baht",
  KZT: "₸ tenge",
  CAD: "c$ ca$ can$ cad$ cdn$",
  AUD: "a$ au$ aud$ aus$",
  NZD: "nz$",
  SGD: "新加坡元 新元 s$ sg$ sgd$",
  HKD: "港元 港币 港幣 hk$ hkd$",
  TWD: "新台币 新台幣 新臺幣 台币 台幣 nt$ ntd",
  BRL: "r$ real reais brl$",
  MXN: "mx$ mex$",
  CHF: "fr. sfr sfr. schweizerfranken",
  PLN: "zł zl zloty złoty złotych złote",
  CZK: "kč kc koruna korun koruny",
  SEK: "svenskakronor",
  NOK: "norskekroner",
  DKK: "danskekroner",
  RON: "lei leu",
  HUF: "ft forint",
  ZAR: "rand",
  IDR: "rp rupiah",
  MYR: "rm ringgit",
  AED: "dirham dhs dh",
  SAR: "riyal",
  KES: "ksh kes.",
};

const SPELLINGS: ReadonlyMap<string, ReadCurrency> = new Map([
  ...[...CODES].map((code) => [code.toLowerCase(), { code, shared: [] }] as const),
  ...Object.entries(NAMES).flatMap(([code, names]) =>
    names.split(" ").map((name) => [name, { code, shared: [] }] as const),
  ),
  ...SHARED.flatMap(([names, code, shared]) => names.split(" ").map((name) => [name, { code, shared }] as const)),
]);

/** Returns the currency of a code (`eur`), symbol (`US$`) or name (`euros`); undefined for any other text. */
export const readCurrency: (text: string) => ReadCurrency | undefined = memoize((text) => {
  const plain = text.trim().toLowerCase();
  const found = SPELLINGS.get(plain) ?? SPELLINGS.get(plain.replaceAll(" ", ""));
  if (found !== undefined) return found;
  const code = /^\W*([a-z]{3})\W*$/.exec(plain)?.[1] ?? /\(([a-z]{3})\)$/.exec(plain)?.[1];
  const words = foldWords(plain).replace(/^(us|u s|american) dollars?$/, "us$");
  return SPELLINGS.get(code ?? "") ?? SPELLINGS.get(words) ?? SPELLINGS.get(words.replace(/s$/, ""));
});

/** The currencies of countries that share a name or a symbol which is nowhere used for amounts in dollars. */
const LOCAL: Readonly<Record<string, string>> = Object.fromEntries(
  "CN:CNY JP:JPY SE:SEK NO:NOK DK:DKK IS:ISK IN:INR PK:PKR LK:LKR NP:NPR MU:MUR MX:MXN AR:ARS CL:CLP CO:COP PH:PHP UY:UYU CH:CHF SN:XOF CI:XOF CM:XAF GA:XAF"
    .split(" ")
    .map((pair) => pair.split(":")),
);

/**
 * Returns the code that a cell's symbol, a stated currency and the country of the company mean together: `$5m` in Canadian dollars is
 * in those, and `¥5m` of a Chinese company is in yuan. Dollars are US dollars in most countries.
 */
export function combineCurrencies(
  cell: ReadCurrency | null,
  stated: ReadCurrency | null,
  country: string | null = null,
): string | null {
  if (cell === null) return stated?.code ?? null;
  const local = cell.code === "USD" ? undefined : LOCAL[country ?? ""];
  return [stated?.code, local].find((code) => code != null && cell.shared.includes(code)) ?? cell.code;
}
