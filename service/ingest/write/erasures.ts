/** Keeps what was erased on request from coming back with an import. */
import { createHmac, randomBytes } from "node:crypto";
import type pg from "pg";
import * as z from "zod";
import { RowError } from "../row-error";
import type { DroppedValue, Statement } from "../statement";
import { normalName } from "../values/text";
import type { CheckedRow } from "./batch";
import type { Decisions } from "./decisions";
import { statedIdentities } from "./identities";
import { kindName, type RecordKind } from "./import-records";
import type { Run } from "./update";
import { goneSentence } from "./withdrawals";

interface Erasure {
  readonly kind: RecordKind;
  readonly at: Date;
  readonly reason: string;
  readonly identities: readonly string[];
}

/**
 * Refuses the rows about something that was erased, and leaves erased investors out of events. Returns by lines what was refused, what
 * was left out, and the normal names of the investors, which reports must not keep.
 */
export async function withoutErased({ client, source }: Run, { hasErasures }: Decisions, rows: readonly CheckedRow[]) {
  const refused = new Map<number, RowError>([]);
  const detached = new Map<number, DroppedValue[]>([]);
  const erased = new Map<number, ReadonlySet<string>>([]);
  const none = { kept: rows, refused, detached, erased };
  if (!hasErasures) return none;
  const hash = createIdentityHash(await loadErasureKey(client));
  const stated = rows.map((row) => ({
    row,
    parts: statedIdentities(source, row.statement).map((part) => ({ part, hashes: part.names.map(hash) })),
  }));
  const names = stated.flatMap(({ parts }) => parts.flatMap(({ hashes }) => hashes));
  const erasures = await loadErased(client, names);
  if (erasures.size === 0) return none;
  const kept: CheckedRow[] = [];
  for (const { row, parts } of stated) {
    const found = parts.flatMap(({ part, hashes }) => {
      const erasure = hashes.map((one) => erasures.get(one)).find((one) => one !== undefined);
      return erasure === undefined ? [] : [{ part, reason: goneSentence(kindName(part.kind), "erased", erasure) }];
    });
    const [required] = found.filter(({ part }) => !part.isOptional);
    if (required !== undefined) {
      refused.set(row.line, new RowError(required.reason));
      continue;
    }
    const gone = new Set(found.map(({ part }) => part.investor));
    kept.push(found.length === 0 ? row : { ...row, statement: withoutInvestors(row.statement, gone) });
    if (found.length === 0) continue;
    const notes = found.map(({ reason }) => ({ field: "investors", value: "(erased)", reason }));
    detached.set(row.line, notes);
    erased.set(row.line, new Set(found.map(({ part }) => normalName(part.investor?.name ?? ""))));
  }
  // The report of a row about several people names all of them.
  return { kept: kept.filter(({ line }) => !refused.has(line)), refused, detached, erased };
}

function withoutInvestors(statement: Statement, gone: ReadonlySet<unknown>): Statement {
  if (statement.kind !== "funding") return statement;
  return { ...statement, investors: statement.investors.filter((one) => !gone.has(one)) };
}

async function loadErased(client: pg.ClientBase, hashes: readonly string[]): Promise<ReadonlyMap<string, Erasure>> {
  const { rows } = await client.query<Erasure>(
    `select kind, erased_at as at, reason, array(select encode(one, 'hex') from unnest(identities) as one) as identities
     from erasures where identities && array(select decode(one, 'hex') from unnest($1::text[]) as one)`,
    [[...new Set(hashes)]],
  );
  return new Map(rows.flatMap((row) => row.identities.map((one) => [one, row] as const)));
}

/** Returns a function that turns an identity into its keyed hash (HMAC-SHA-256), in hexadecimal. */
export function createIdentityHash(key: Buffer): (identity: string) => string {
  return (identity) => createHmac("sha256", key).update(identity).digest("hex");
}

/** Returns the key of the hashes, which is made with the first erasure; it is part of every backup of this database. */
export async function loadErasureKey(client: pg.ClientBase): Promise<Buffer> {
  await client.query("insert into settings (name, value) values ('erasure key', $1) on conflict (name) do nothing", [
    JSON.stringify(randomBytes(32).toString("base64")),
  ]);
  const { rows } = await client.query<{ value: unknown }>("select value from settings where name = 'erasure key'");
  return Buffer.from(z.string().parse(rows[0]?.value), "base64");
}
