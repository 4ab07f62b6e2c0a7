/** Says why two records are one, may be one, or are two: what keeps them apart, and what their sources state alike. */
import type { RecordComparison } from "@dealflow/contract/account/imports/imports";
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { explainContradiction, explainNames, explainRule } from "../resolve/explain";
import { contradictions, matchCompany } from "../resolve/same-company";
import { compareInvestors } from "../resolve/same-investor";
import { judgeNames } from "../resolve/score";
import { type EventKind, getEventKind } from "../withdraw/event-kinds";
import { type FoundRecord, findAnyRecord } from "../withdraw/find-record";
import { storedCompany } from "../write/entities/company-facts";
import { storedInvestor } from "../write/entities/investors";
import { kindName } from "../write/import-records";
import { inForce } from "../write/keys";

type ComparedRecord = RecordComparison["left"];
type Verdict = Pick<RecordComparison, "verdict" | "because">;

/**
 * Throws `ImportError` when one of the two does not exist.
 * @param addresses the ids of two records, or their addresses in the dashboard
 */
export function compareRecords(pool: pg.Pool, addresses: readonly [string, string]): Promise<RecordComparison> {
  return inTransaction(pool, async (client) => {
    const [one, other] = [await findAnyRecord(client, addresses[0]), await findAnyRecord(client, addresses[1])];
    const verdict = await compare(client, one, other);
    return { left: named(one), right: named(other), ...verdict };
  });
}

function named({ id, kind, title }: FoundRecord): ComparedRecord {
  return { id, kind, title };
}

async function compare(client: pg.ClientBase, one: FoundRecord, other: FoundRecord): Promise<Verdict> {
  if (one.id === other.id) return { verdict: "one", because: ["both ids lead to one record"] };
  if (one.kind !== other.kind) {
    const kinds = `${kindName(one.kind)} and ${kindName(other.kind)}`;
    return { verdict: "different", because: [`they are records of different kinds: ${kinds}`] };
  }
  const decided = await decisions(client, one, other);
  const sources = await sourcesWithTwoKeys(client, one, other);
  const events = getEventKind(one.kind);
  const { verdict, because } = events === undefined ? compareEntities(one, other) : compareEvents(events, one, other);
  // Sources repeat themselves: a second report of an event leaves doubt.
  const repeated = events === undefined ? [] : sources.map(({ source }) => `${source} tells of both`);
  const apart = [
    ...decided,
    ...(events === undefined ? sources : []).map(
      (row) => `${row.source} has a key for each: ${row.one} and ${row.other}`,
    ),
  ];
  return { verdict: apart.length === 0 ? verdict : "different", because: [...apart, ...because, ...repeated] };
}

async function decisions(client: pg.ClientBase, one: FoundRecord, other: FoundRecord): Promise<string[]> {
  const { rows } = await client.query<{ at: Date }>(
    `select decided_at as at from possible_duplicates
     where left_id = least($1::uuid, $2::uuid) and right_id = greatest($1::uuid, $2::uuid) and verdict = 'different'
     union all
     select j.at from judgements j where j.verdict = 'different' and j.record_id in ($1, $2)
       and j.key in (select key from external_keys where id in ($1, $2) and id <> j.record_id
         union all select domain from company_domains where company_id in ($1, $2) and company_id <> j.record_id)
     order by 1`,
    [one.id, other.id],
  );
  return rows.map(({ at }) => `a person decided on ${at.toISOString().slice(0, 10)} that they are different`);
}

/** A source that has two keys says that there are two. */
async function sourcesWithTwoKeys(client: pg.ClientBase, one: FoundRecord, other: FoundRecord) {
  const { rows } = await client.query<{ source: string; one: string; other: string }>(
    `select k.source, min(k.key) filter (where k.id = $1) as one, min(k.key) filter (where k.id = $2) as other
     from external_keys k where k.id in ($1, $2) and k.source <> '' and k.key not like 'name:%' and ${inForce("k")}
     group by k.source having count(distinct k.id) = 2 order by k.source`,
    [one.id, other.id],
  );
  return rows;
}

function compareEvents(events: EventKind, { record: one }: FoundRecord, { record: other }: FoundRecord): Verdict {
  const { companies, facts } = events.differences(one, other);
  // Imports compare events only with those that they add or change, so that two stored ones may stay two until a person merges them.
  const rule = (companies.length === 0 ? events.same(one, other) : null) ?? events.doubt(one, other)?.rule;
  if (rule === undefined) return { verdict: "different", because: [...companies, ...facts] };
  return { verdict: "unsure", because: [explainRule(rule), ...companies, ...facts] };
}

function compareEntities(one: FoundRecord, other: FoundRecord): Verdict {
  switch (one.kind) {
    case "company":
      return compareCompanies(one, other);
    case "investor":
      return judgeInvestors(one.record, other.record);
    default:
      return { verdict: "different", because: ["people are one only where sources tell of one move"] };
  }
}

function compareCompanies(one: FoundRecord, other: FoundRecord): Verdict {
  const [left, right] = [storedCompany(one.id, one.record), storedCompany(other.id, other.record)];
  const names = judgeNames(left.name, right.name);
  const apart = contradictions(left, right).map(explainContradiction);
  if (apart.length > 0 || names.outcome === "different")
    return { verdict: "different", because: [...apart, ...explainNames(names)] };
  const match = matchCompany(left, right);
  if (match !== null) return { verdict: "same", because: [explainRule(match.rule), ...explainNames(names)] };
  return { verdict: "unsure", because: [explainRule("name alone"), ...explainNames(names)] };
}

/** Two that are stored stay two until a person merges them, also with one name. */
function judgeInvestors(one: string, other: string): Verdict {
  const { contradictions, names, isDoubtful } = compareInvestors(storedInvestor(one), storedInvestor(other));
  const because = [...contradictions.map(explainContradiction), ...explainNames(names)];
  return { verdict: isDoubtful ? "unsure" : "different", because };
}
