"use client";
/** Companies, investors and people by name, from every record that this browser owns. Free: no request is sent. */
import type { CompanyRecord } from "@dealflow/client/records";
import { useMemo } from "react";
import { companyAddress, investorAddress } from "../timelines/addresses";
import type { PurchasedRecord } from "./purchased-record";
import { usePurchased } from "./use-purchased";

export interface KnownName {
  /** Unique among companies, investors or people. */
  readonly key: string;
  readonly name: string;
  /** Of its page. */
  readonly href: string;
  /** What distinguishes it from others of its name. */
  readonly about: string | undefined;
  /** Without case and accents. */
  readonly folded: string;
}

export interface KnownNames {
  readonly companies: readonly KnownName[];
  readonly investors: readonly KnownName[];
  readonly people: readonly KnownName[];
}

type Purchased = { readonly [F in PurchasedRecord["feed"]]: readonly PurchasedRecord<F>[] };

export function useKnownNames(): KnownNames {
  const funding = usePurchased("funding");
  const acquisitions = usePurchased("acquisitions");
  const execMoves = usePurchased("execMoves");
  const companies = usePurchased("companies");
  const investors = usePurchased("investors");
  return useMemo(
    () => knownNames({ funding, acquisitions, execMoves, companies, investors }),
    [funding, acquisitions, execMoves, companies, investors],
  );
}

export function knownNames({ funding, acquisitions, execMoves, companies, investors }: Purchased): KnownNames {
  const names = { companies: new Map<string, KnownName>(), investors: new Map<string, KnownName>() };
  const people = new Map<string, KnownName>();
  const addCompany = (company: CompanyRecord | null) => {
    if (!company?.id || !company.name) return;
    const key = company.id.toLowerCase();
    add(names.companies, key, company.name, companyAddress(key), company.domain ?? undefined);
  };
  const addInvestor = (investor: { readonly id: string | null; readonly name: string | null }, about?: string) => {
    const href = investorAddress(investor);
    if (href && investor.name) add(names.investors, investor.id ?? investor.name, investor.name, href, about);
  };
  for (const { record } of companies) addCompany(record);
  for (const { record } of investors) addInvestor(record, record.domain ?? undefined);
  for (const { record } of funding) {
    addCompany(record.company);
    for (const investor of record.investors) addInvestor(investor);
  }
  for (const { record } of acquisitions) {
    addCompany(record.target);
    addCompany(record.acquirer);
  }
  for (const { key, record } of execMoves) {
    addCompany(record.company);
    addCompany(record.fromCompany);
    const { person, role } = record;
    const company = record.company?.id ? record.company : record.fromCompany;
    if (!person?.name || !company?.id) continue;
    // The newest move comes first; it is shown on the page of its company.
    const about = [role, record.company?.name].filter(Boolean).join(", ");
    const href = `${companyAddress(company.id.toLowerCase())}?${new URLSearchParams({ open: key })}`;
    add(people, person.id ?? person.name, person.name, href, about);
  }
  return {
    companies: [...names.companies.values()],
    investors: [...names.investors.values()],
    people: [...people.values()],
  };
}

/** What is known of it first stays. */
function add(known: Map<string, KnownName>, key: string, name: string, href: string, about: string | undefined): void {
  if (!known.has(key)) known.set(key, { key, name, href, about, folded: fold(name) });
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Those whose name has words that begin with all that was typed; names that begin with it come first. */
export function findNames(names: readonly KnownName[], typed: string, most: number): KnownName[] {
  const text = fold(typed.trim());
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const first: KnownName[] = [];
  const rest: KnownName[] = [];
  for (const known of names) {
    if (known.folded.startsWith(text)) first.push(known);
    else if (rest.length < most) {
      const own = known.folded.split(/[^\p{L}\p{N}]+/u);
      if (words.every((word) => own.some((part) => part.startsWith(word)))) rest.push(known);
    }
    if (first.length === most) break;
  }
  return [...first, ...rest].slice(0, most);
}
