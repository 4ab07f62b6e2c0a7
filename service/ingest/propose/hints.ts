/** Reads from the names and values of all columns where a file comes from. */
import type { Classified } from "./classify";
import { columnWords } from "./column-words";

export interface FileHints {
  /** Dates have the day first, as nearly everywhere but in the United States. */
  readonly dayFirst: boolean;
  readonly dayFirstWhy: string;
  /** Numbers have a comma before the fraction, as in most of Europe. */
  readonly commaDecimal: boolean;
  /** This currency is usual where the file comes from. */
  readonly currency: { readonly code: string; readonly why: string };
}

/** Words of column names in French, German, Spanish, Portuguese and Dutch that English does not have. */
const CONTINENTAL: ReadonlySet<string> = new Set(
  "societe societes entreprise montant levee investisseur investisseurs ville pays secteur annee mois nom fonds unternehmen firma betrag datum stadt land branche investoren runde finanzierungsrunde summe jahr monat geldgeber empresa empresas importe monto fecha ciudad pais ronda inversores inversionistas sede cidade setor rodada investidores bedrag ronde investeerders plaats".split(
    " ",
  ),
);
const DAY_LAST_COUNTRIES = /^(?:US|USA|UNITED STATES(?: OF AMERICA)?|PH|PHL|PHILIPPINES)$/i;
const EURO_COUNTRIES =
  /^(?:FR|FRA|FRANCE|DE|DEU|GERMANY|DEUTSCHLAND|ES|ESP|SPAIN|IT|ITA|ITALY|NL|NLD|NETHERLANDS|BE|BEL|BELGIUM|AT|AUT|AUSTRIA|IE|IRL|IRELAND|PT|PRT|PORTUGAL|FI|FIN|FINLAND|EE|EST|ESTONIA)$/i;
const GROUPED_IN_LAKHS = /(?:^|\D)\d{1,2},\d{2},\d{3}(?:\D|$)/;

export function fileHints(columns: readonly Classified[]): FileHints {
  const words = columns.flatMap(({ profile }) => columnWords(profile.column));
  const isContinental = words.filter((word) => CONTINENTAL.has(word)).length >= 2;
  const countries = columns.filter(({ concept }) => concept === "country").flatMap(({ profile }) => profile.values);
  const share = (pattern: RegExp) =>
    countries.filter((text) => pattern.test(text)).length / Math.max(countries.length, 1);
  const amounts = columns.filter(({ concept }) => concept === "amount").flatMap(({ profile }) => profile.values);
  const isIndian = amounts.some((text) => GROUPED_IN_LAKHS.test(text));
  const isElsewhere = countries.length > 0 && share(DAY_LAST_COUNTRIES) < 0.3;
  const dayFirst = isContinental || isIndian || isElsewhere;
  const isEuro = isContinental || (countries.length > 0 && share(EURO_COUNTRIES) > 0.8);
  return {
    dayFirst,
    dayFirstWhy: isContinental
      ? "the names of the columns are not English"
      : isIndian
        ? "amounts are grouped as in India"
        : isElsewhere
          ? "most countries are not the United States"
          : "nothing tells where the file comes from",
    commaDecimal: isContinental,
    currency: isEuro
      ? { code: "EUR", why: "no currency is stated, and the file seems to come from the euro area" }
      : { code: "USD", why: "no currency is stated, so dollars are assumed" },
  };
}
