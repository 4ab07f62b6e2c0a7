/** Writes stored companies, investors and people by their texts, so that an undo treats them alike. */
import type pg from "pg";
import { companyRecord } from "@/service/records/company";
import { copyRows, type TableRows, updateRows } from "../copy";
import { COMPANY_ROWS, INVESTOR_ROWS, PERSON_ROWS } from "../table-rows";
import { storedCompany } from "../write/entities/company-facts";
import { storedInvestor } from "../write/entities/investors";
import { storedPerson } from "../write/entities/people";
import type { EventParty, StoredText } from "./event-kinds";

interface EntityKind {
  readonly kind: "company" | "investor" | "person";
  insert(client: pg.ClientBase, records: readonly StoredText[]): Promise<void>;
  update(client: pg.ClientBase, records: readonly StoredText[]): Promise<void>;
  /** Returns the record as events show it. */
  party(id: string, text: string): EventParty;
}

function entityKind<Facts>(
  kind: EntityKind["kind"],
  rows: TableRows<Facts & { readonly demo: boolean }>,
  restore: (text: string, id: string) => Facts,
  party: (facts: Facts) => EventParty,
): EntityKind {
  const row = ({ id, text, demo }: StoredText) => ({ ...restore(text, id), demo });
  return {
    kind,
    insert: (client, records) => copyRows(client, rows, records.map(row)),
    update: (client, records) => updateRows(client, rows, records.map(row)),
    party: (id, text) => party(restore(text, id)),
  };
}

export const ENTITY_KINDS: readonly EntityKind[] = [
  entityKind("company", COMPANY_ROWS, (text, id) => storedCompany(id, text), companyRecord),
  entityKind("investor", INVESTOR_ROWS, storedInvestor, ({ id, name }) => ({ id, name })),
  entityKind("person", PERSON_ROWS, storedPerson, (person) => person),
];
