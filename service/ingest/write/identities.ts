/** Lists what identifies the things that a row states, as texts that are equal when two rows mean the same thing. */
import {
  type CompanyStatement,
  type ExecMoveStatement,
  type InvestorStatement,
  listCompanies,
  listInvestors,
  type Statement,
} from "../statement";
import { nameKeys } from "./entities/company-keys";
import { investorKey } from "./entities/investors";
import { personKey } from "./entities/people";
import { acquisitionIdentity } from "./events/acquisitions";
import { fundingIdentity } from "./events/funding";
import { moveIdentity } from "./events/moves";
import type { RecordKind } from "./import-records";

export interface StatedIdentity {
  /** The row cannot be without it; an event can be without an investor. */
  readonly isOptional: boolean;
  readonly kind: RecordKind;
  readonly names: readonly string[];
  readonly investor?: InvestorStatement;
}

/** Text by which one source knows a thing; `source` is empty for what identifies it in every source. */
function identity(kind: RecordKind, source: string, key: string): string {
  return `${kind}\n${source}\n${key}`;
}

/** An event without a key is identified by its group and, because sources correct dates, about a month. */
function groupIdentity(kind: RecordKind, group: string, at: Date, months: number): string {
  const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months));
  return identity(kind, "", `${group}\n${month.toISOString().slice(0, 7)}`);
}

/** Keys with these beginnings mean the same person or investor in every source. */
const SHARED = /^(?:name|profile):/;

/** Returns the keys of a company's or investor's name, by which rows without another key know it. */
export function nameIdentities(kind: RecordKind, name: string): string[] {
  const stated = { key: null, name };
  const keys =
    kind === "company" ? nameKeys({ name, hqCountry: null }) : kind === "investor" ? [investorKey(stated)] : [];
  return keys.map((key) => identity(kind, "", key));
}

/** Returns what identifies a stored record: its keys, its domains, and for an event its date. */
export function storedIdentities(
  kind: RecordKind,
  keys: readonly { readonly source: string; readonly key: string }[],
  domains: readonly string[],
  announcedAt: Date | null,
): string[] {
  return [
    ...keys.map(({ source, key }) => identity(kind, source, key)),
    ...keys.flatMap(({ key }) => (SHARED.test(key) ? [identity(kind, "", key)] : [])),
    ...domains.map((domain) => identity(kind, "", domain)),
    ...keys.flatMap(({ key }) => {
      const group = /^(.+)#\d+$/s.exec(key)?.[1];
      return group === undefined || announcedAt === null ? [] : [groupIdentity(kind, group, announcedAt, 0)];
    }),
  ];
}

/** Returns the things that a row of this source states, each with the texts by which it may be known. */
export function statedIdentities(source: string, statement: Statement): StatedIdentity[] {
  return [
    ...event(source, statement),
    ...(statement.kind === "exec_move" ? [person(source, statement)] : []),
    ...listCompanies(statement).map((one) => company(source, one)),
    ...listInvestors(statement).map((one) => investor(source, one, statement.kind === "funding")),
  ];
}

function event(source: string, statement: Statement): StatedIdentity[] {
  const { kind } = statement;
  if (kind === "company" || kind === "investor") return [];
  const stated =
    kind === "funding"
      ? fundingIdentity(statement)
      : kind === "acquisition"
        ? acquisitionIdentity(statement)
        : moveIdentity(statement);
  const names =
    "key" in stated
      ? [identity(kind, source, stated.key)]
      : [-1, 0, 1].map((months) => groupIdentity(kind, stated.group, stated.announcedAt, months));
  return [{ isOptional: false, kind, names }];
}

function person(source: string, statement: ExecMoveStatement): StatedIdentity {
  const key = personKey(statement);
  return { isOptional: false, kind: "person", names: [identity("person", SHARED.test(key) ? "" : source, key)] };
}

function company(source: string, { key, domain, name }: CompanyStatement): StatedIdentity {
  return {
    isOptional: false,
    kind: "company",
    names: [
      ...(key === null && domain === null
        ? nameKeys({ name, hqCountry: null }).map((one) => identity("company", "", one))
        : []),
      ...(key === null ? [] : [identity("company", source, key)]),
      ...(domain === null ? [] : [identity("company", "", domain)]),
    ],
  };
}

function investor(source: string, stated: InvestorStatement, isOptional: boolean): StatedIdentity {
  return {
    isOptional,
    kind: "investor",
    investor: stated,
    names: [
      identity("investor", stated.key === null ? "" : source, investorKey(stated)),
      ...(stated.domain === null ? [] : [identity("investor", "", stated.domain)]),
    ],
  };
}
