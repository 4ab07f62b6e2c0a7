/** Reads from the names and values of all columns where a file comes from. */
import type { Classified } from "./by-name";
import { columnWords } from "./names/column-words";
import type { Concept } from "./names/synonyms";
import { getShare } from "./profile";

export interface FileHints {
  /** Dates have the day first, as nearly everywhere but in the United States. */
  readonly dayFirst: boolean;
  readonly dayFirstWhy: string;
  /** The name of a column states the order, as in `Date (DD/MM/YYYY)`. */
  readonly isOrderStated?: boolean;
  /** Numbers have a comma before the fraction, as in most of Europe. */
  readonly commaDecimal: boolean;
  /** This currency is usual where the file comes from. */
  readonly currency: { readonly code: string; readonly why: string };
}

/** Words of column names that English does not have, by the currency that is usual where they are used; `EUR` comes first. */
const LANGUAGES: readonly (readonly [string, ReadonlySet<string>])[] = Object.entries({
  EUR: "societe societes entreprise montant levee investisseur investisseurs ville pays secteur annee mois nom fonds unternehmen firma betrag datum stadt land branche investoren runde finanzierungsrunde summe jahr monat geldgeber empresa empresas importe monto fecha ciudad pais ronda inversores inversionistas sede bedrag ronde investeerders plaats bedrijf onderneming bron paivamaara pvm yritys yhtio kierros sijoittajat toimiala kaupunki lahde",
  BRL: "valor beneficiario projeto municipio cidade estado uf cnpj setor rodada investidores empresa empresas fonte descricao",
  PLN: "data spolka miasto branza runda kwota waluta inwestor inwestorzy zrodlo wiodacy nabywca stanowisko",
  SEK: "datum bolag foretag ort bransch belopp runda investerare kalla kopare befattning publicerad arbetsgivare tilltrader",
  DKK: "dato virksomhed branche belob investorer kilde kober runde stilling",
  NOK: "dato selskap bransje belop investorer kilde kjoper runde stilling bedrift",
  CZK: "datum spolecnost firma mesto obor castka kolo investori zdroj mena kupujici pozice",
  HUF: "datum ceg vallalat varos iparag osszeg befektetok forras penznem vevo beosztas",
  RON: "data companie oras domeniu suma valoare runda investitori sursa moneda cumparator functie",
  TRY: "tarih sirket girisim sehir sektor tutar tur yatirimcilar yatirim kaynak alici gorev",
  RUB: "дата компания город отрасль сумма раунд инвесторы источник валюта покупатель должность стартап",
  UAH: "дата компанія місто галузь сума раунд інвестори джерело валюта покупець посада стартап",
  IDR: "tanggal perusahaan kota industri jumlah nilai putaran sumber pembeli jabatan negara",
}).map(([currency, words]) => [currency, new Set(columnWords(words))]);
/** Numbers have a point before the fraction in these languages, and dates the year first. */
const ASIAN: readonly (readonly [string, RegExp])[] = [
  ["JPY", /[\u3040-\u30ff]|社名|買収元|買収先|企業名|調達|発表|業種|役職|氏名/],
  ["KRW", /\p{Script=Hangul}/u],
  ["TWD", /融資|輪次|時間|網址|產業|投資方/],
  ["CNY", /\p{Script=Han}/u],
];
const DAY_LAST_COUNTRIES = /^(?:US|USA|UNITED STATES(?: OF AMERICA)?|PH|PHL|PHILIPPINES)$/i;
const EURO_COUNTRIES =
  /^(?:FR|FRA|FRANCE|DE|DEU|GERMANY|DEUTSCHLAND|ES|ESP|SPAIN|IT|ITA|ITALY|NL|NLD|NETHERLANDS|BE|BEL|BELGIUM|AT|AUT|AUSTRIA|IE|IRL|IRELAND|PT|PRT|PORTUGAL|FI|FIN|FINLAND|EE|EST|ESTONIA)$/i;
const CURRENCY = /[A-Z]{0,2}\$|\p{Sc}|\bRs\b|\b[A-Z]{3}\b/u;
const DOLLARS = /^(?:US|C)?\$$|^(?:USD|CAD)$/;
const GROUPED_IN_LAKHS = /(?:^|\D)\d{1,2},\d{2},\d{3}(?:\D|$)/;

const [DAY_MONTH, MONTH_DAY] = [
  /(?<!\p{L})(?:dd?|jj|tt)[/.-]mm?(?!\p{L})/iu,
  /(?<!\p{L})mm?[/.-](?:dd?|jj|tt)(?!\p{L})/iu,
] as const;

export function fileHints(columns: readonly Classified[]): FileHints {
  const words = columns.flatMap(({ profile }) => profile.words.split(" "));
  const language = languageCurrency(words);
  const isContinental = language !== undefined;
  const values = (...concepts: readonly (Concept | null)[]) =>
    columns.filter(({ concept }) => concepts.includes(concept)).flatMap(({ profile }) => profile.values);
  const countries = values("country");
  const isIndian = values("amount").some((text) => GROUPED_IN_LAKHS.test(text));
  const isElsewhere = countries.length > 0 && getShare(countries, DAY_LAST_COUNTRIES) < 0.3;
  const named = columns.flatMap(({ concept, currency }) =>
    concept === "amount" && currency !== null ? [currency] : [],
  );
  const stated = [...named, ...values("amount", "currency").flatMap((text) => CURRENCY.exec(text)?.[0] ?? [])];
  const isForeign = stated.length > 0 && getShare(stated, DOLLARS) < 0.5;
  const [statesDay, statesMonth] = [DAY_MONTH, MONTH_DAY].map((order) =>
    columns.some(({ profile }) => order.test(profile.column)),
  );
  const isOrderStated = statesDay !== statesMonth;
  const reason = isContinental
    ? "the names of the columns are not English"
    : isIndian
      ? "amounts are grouped as in India"
      : isElsewhere
        ? "most countries are not the United States"
        : countries.length === 0 && isForeign
          ? "most amounts are not in dollars"
          : undefined;
  const asian = ASIAN.find(([, pattern]) => words.filter((word) => pattern.test(word)).length >= 2)?.[0];
  const isEuro = language === "EUR" || (countries.length > 0 && getShare(countries, EURO_COUNTRIES) > 0.8);
  const isInCrores = columns.some(
    ({ concept, multiply }) => concept === "amount" && (multiply === 1e5 || multiply === 1e7),
  );
  const crores = { code: "INR", why: "no currency is stated, and the amounts are counted as in India" };
  return {
    dayFirst: isOrderStated ? statesDay === true : reason !== undefined,
    isOrderStated,
    dayFirstWhy: reason ?? "nothing tells where the file comes from",
    commaDecimal: isContinental,
    currency: isInCrores ? crores : getCurrency(language ?? asian, isEuro),
  };
}

/** Returns the currency of the language of which most words are found, if at least two are. */
function languageCurrency(words: readonly string[]): string | undefined {
  const counted = LANGUAGES.map(([currency, known]) => ({
    currency,
    count: new Set(words.filter((word) => known.has(word))).size,
  }));
  const best = counted.reduce((a, b) => (b.count > a.count ? b : a));
  return best.count < 2 ? undefined : best.currency;
}

function getCurrency(language: string | undefined, isEuro: boolean): FileHints["currency"] {
  if (isEuro) return { code: "EUR", why: "no currency is stated, and the file seems to come from the euro area" };
  return language === undefined
    ? { code: "USD", why: "no currency is stated, so dollars are assumed" }
    : { code: language, why: "no currency is stated, and this one is usual in the language of the column names" };
}
