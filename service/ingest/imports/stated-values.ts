/** Reads what each source states of a record, so that values that differ can be seen. */

import type { RecordOrigin } from "@dealflow/contract/account/imports/imports";
import { minorDigits } from "@dealflow/contract/records/currencies";
import type pg from "pg";
import { announcedText } from "@/service/records/announced";
import { nameKey } from "../resolve/names/company-name";
import { type CompanyStatement, listCompanies, listInvestors, type Statement } from "../statement";
import type { Money } from "../values/amounts";
import { dayText } from "../values/dates";
import type { RecordKind } from "../write/import-records";
import { readReport, type StoredReport } from "./reports";

type Disagreement = RecordOrigin["disagreements"][number];

interface NamedRecord {
  readonly kind: RecordKind;
  readonly name: string | null;
  readonly domain: string | null;
}

/**
 * Returns the facts of which the sources' latest reports state different values.
 * @param ids the record, and the records that were merged into it
 */
export async function readDisagreements(
  client: pg.ClientBase,
  record: NamedRecord,
  ids: readonly string[],
): Promise<Disagreement[]> {
  const { rows } = await client.query<StoredReport & { source: string }>(
    `select distinct on (i.source) i.source, p.report, i.settings, i.started_at as at
     from import_records r join imports i on i.id = r.import_id
       join import_reports p on p.import_id = r.import_id and p.line = r.line
     where r.record_id = any($1::uuid[]) and i.kind = 'file' and i.undone_at is null
     order by i.source, i.id desc`,
    [ids],
  );
  const stated = rows.map(({ source, ...row }) => ({ source, facts: readFacts(record, readReport(row).statement) }));
  const names = [...new Set(stated.flatMap(({ facts }) => Object.keys(facts)))];
  return names.flatMap((fact) => {
    const values = new Map<string, string[]>([]);
    for (const { source, facts } of stated) {
      const value = facts[fact];
      if (value != null && value !== "") values.set(value, [...(values.get(value) ?? []), source]);
    }
    if (values.size < 2) return [];
    return [{ fact, values: [...values].map(([value, sources]) => ({ value, sources })) }];
  });
}

type Facts = Readonly<Record<string, string | null | undefined>>;

function readFacts(record: NamedRecord, statement: Statement): Facts {
  if (record.kind === "company") {
    const company = listCompanies(statement).find((one) => isNamed(record, one));
    return {
      ...{ Name: company?.name, Domain: company?.domain, Country: company?.hqCountry, City: company?.hqCity },
      Founded: company?.foundedYear?.toString(),
      ...{ Industry: company?.industryGroup, Headcount: company?.employeeCountBucket },
    };
  }
  if (record.kind === "investor") {
    const investor = listInvestors(statement).find((one) => isNamed(record, one));
    const { name, domain, hqCountry, type } = investor ?? {};
    return { Name: name, Domain: domain, Country: hqCountry, Type: type };
  }
  switch (statement.kind) {
    case "funding":
      return {
        Company: statement.company.name,
        Round: statement.round,
        Amount: amountText(statement.amount),
        Announced: announcedText(statement),
        Investors: statement.investors
          .map(({ name }) => name)
          .sort()
          .join(", "),
      };
    case "acquisition":
      return {
        Target: statement.target.name,
        Acquirer: statement.acquirer.name,
        Price: amountText(statement.amount),
        Payment: statement.paymentType,
        Announced: announcedText(statement),
        Closed: statement.closingAt === null ? null : dayText(statement.closingAt),
      };
    case "exec_move":
      return {
        Person: statement.person.name,
        Company: statement.company.name,
        Role: statement.role,
        Move: statement.moveType,
        Announced: announcedText(statement),
      };
    default:
      return {};
  }
}

/** A row may name several companies or investors; the record's is found by its name or domain. */
function isNamed(record: NamedRecord, { name, domain }: Pick<CompanyStatement, "name" | "domain">): boolean {
  if (domain !== null && domain === record.domain) return true;
  return name !== null && record.name !== null && nameKey(name) === nameKey(record.name);
}

export function amountText(amount: Money | null): string | null {
  if (amount === null) return null;
  const { currency, minor, usdCents } = amount;
  const [code, units] = currency === null || minor === null ? ["USD", usdCents] : [currency, minor];
  return units === null ? null : `${code} ${(units / 10 ** minorDigits(code)).toLocaleString("en-US")}`;
}
