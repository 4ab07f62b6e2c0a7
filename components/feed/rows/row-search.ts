/** Finds loaded rows by the names in them, free of charge. Everything here is pure. */

import type { CompanyRecord } from "@dealflow/client/records";
import { foldText } from "@dealflow/contract/query/fold-text";

export interface Parties {
  readonly companies: readonly (CompanyRecord | null)[];
  /** The others are investors or a person. */
  readonly others: readonly (string | null | undefined)[];
}

type PartyReader<R> = (record: R) => Parties;

/** Texts are computed once per row and kept as long as the row exists. */
const texts = new WeakMap<object, string>();

function searchedText<R>(row: { readonly record: R }, getParties: PartyReader<R>): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const { companies, others } = getParties(row.record);
  const text = foldText([...companies.flatMap((one) => [one?.name, one?.domain]), ...others].join("\n"));
  texts.set(row, text);
  return text;
}

/** Returns the rows in which every word occurs, ignoring case and accents; all of them without a search text. */
export function findRows<R, Row extends { readonly record: R }>(
  rows: readonly Row[],
  typed: string,
  getParties: PartyReader<R>,
): readonly Row[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = searchedText<R>(row, getParties);
    return words.every((word) => text.includes(word));
  });
}

export interface FoundCompany {
  readonly id: string;
  readonly name: string;
  readonly domain: string | null;
}

/**
 * Returns the resolved companies of these rows whose own name or domain has every word: each once, in order of the
 * rows.
 */
export function findCompanies<R>(
  rows: readonly { readonly record: R }[],
  typed: string,
  getParties: PartyReader<R>,
  most: number,
): readonly FoundCompany[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  const found = new Map<string, FoundCompany>();
  if (words.length === 0) return [];
  for (const { record } of rows) {
    for (const company of getParties(record).companies) {
      if (!company?.id || !company.name) continue;
      const text = foldText(`${company.name}\n${company.domain ?? ""}`);
      if (words.every((word) => text.includes(word)))
        found.set(company.id, { id: company.id, name: company.name, domain: company.domain });
      if (found.size >= most) return [...found.values()];
    }
  }
  return [...found.values()];
}
