/** Keeps the names that sources state of a company besides that of its record, by which rows of any source find it. */
import type { CompanyFacts } from "@/service/records/company";
import { defer } from "@/service/store/batching";
import { nameKey, spelledKeys } from "../../resolve/names/company-name";
import { isShortForm, type NamedCompany } from "../../resolve/same-company";
import { judgeNames } from "../../resolve/score";
import type { Run } from "../update";
import { nameRank } from "./company-facts";

export interface OtherName {
  readonly name: string;
  readonly isNew: boolean;
}

interface CompanyNames {
  readonly id: string;
  readonly facts: CompanyFacts;
  /** The names by their letters. */
  readonly names: Map<string, OtherName>;
}

/** Returns whether the name is a new one. A domain or a short form is none: other companies have the same short form. */
export function addName({ facts, names }: CompanyNames, name: string): boolean {
  const own = nameKey(facts.name);
  const keys = spelledKeys(name).filter((key) => key !== "" && key !== own && !names.has(key));
  if (keys.length === 0 || nameRank(name, facts.domain) < 2 || isShortForm(name, facts.name)) return false;
  if (!isAlike(facts.name, name) && !isDomainFromNames(facts.domain, [own, ...keys])) return false;
  for (const key of keys) names.set(key, { name, isNew: true });
  return true;
}

function isAlike(one: string, other: string): boolean {
  const { outcome, isMisspelling } = judgeNames(one, other);
  return outcome !== "different" || isMisspelling;
}

/** Tells whether the domain is made of one of the names: a host that many share is made of none of theirs. */
function isDomainFromNames(domain: string | null, keys: readonly string[]): boolean {
  const letters = domain?.replace(/[^\p{L}\p{N}]/gu, "");
  return letters === undefined || keys.some((key) => letters.startsWith(key));
}

export function listNames({ facts, names }: CompanyNames): string[] {
  return [facts.name, ...otherNames(names)];
}

function otherNames(names: CompanyNames["names"]): string[] {
  return [...new Set([...names.values()].map(({ name }) => name))];
}

export function withNames({ facts, names }: CompanyNames): NamedCompany {
  return names.size === 0 ? facts : { ...facts, otherNames: otherNames(names) };
}

export async function writeNames({ client, importId }: Run, companies: readonly CompanyNames[]): Promise<void> {
  const rows = companies.flatMap(({ id, names }) =>
    [...names].flatMap(([key, { name, isNew }]) => (isNew ? [{ id, key, name }] : [])),
  );
  if (rows.length === 0) return;
  await defer(
    client,
    `insert into company_names (company_id, name_key, name, import_id)
     select id, key, name, $4::integer from unnest($1::uuid[], $2::text[], $3::text[]) as stated(id, key, name) on conflict do nothing`,
    [rows.map(({ id }) => id), rows.map(({ key }) => key), rows.map(({ name }) => name), importId],
  );
}
