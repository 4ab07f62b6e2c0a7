import { INBOX_LIMITS } from "@dealflow/contract/account/saved-counts";
import type { FeedName } from "@dealflow/contract/feeds";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSignedInPerson, type TestPerson } from "@/service/accounts/people/testing";
import { createViews, deleteView, updateView } from "@/service/accounts/views";
import { addToWatchlist, removeFromWatchlist } from "@/service/accounts/watchlist";
import { createWorkspace } from "@/service/accounts/workspaces";
import { createReferences } from "@/service/feed/tokens/reference";
import { addEvent } from "@/service/ingest/add-event";
import { mergeByHand } from "@/service/ingest/merge/merge";
import { importLines } from "@/service/ingest/testing";
import { DEAL, MOVE, round } from "@/service/ingest/testing-events";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { addToInboxes } from "./add";
import { deleteOldInboxItems, listInbox, listInboxAfter, markInboxRead, readInboxState } from "./items";

const SECRET = "a secret of these tests, longer than needed";
const NAMING = { references: createReferences(SECRET), since: null };
const NOW = new Date("2026-11-20T12:00:00.000Z");

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  ({ pool } = database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await pool.query(
    `truncate companies, investors, people, funding_events, acquisitions, exec_moves, event_sources, external_keys,
       saved_views, watched_companies, inbox_items, inbox_positions cascade`,
  );
});

interface Reader extends TestPerson {
  readonly workspaceId: string;
}

async function reader(workspaceId?: string): Promise<Reader> {
  const id = workspaceId ?? (await createWorkspace(pool, newId(), 100, NOW))?.id ?? expect.fail();
  return { ...(await createSignedInPerson(pool, SECRET, id, "owner")), workspaceId: id };
}

async function save(of: Reader, feed: FeedName, query: string, { name = `${feed}?${query}`, shared = true } = {}) {
  const draft = { name, feed, query, columns: null, sort: null, shared };
  const [view] = await createViews(pool, of, [draft], NOW);
  return view ?? expect.fail();
}

/** Returns `company: what matched`, with the company that is stored whether or not it is named. */
async function read(of: Reader): Promise<string[]> {
  const items = await listInbox(pool, of, NAMING, { limit: 100, before: undefined });
  const { rows } = await pool.query<{ position: number; name: string }>(
    "select position, company_name as name from inbox_items where workspace_id = $1",
    [of.workspaceId],
  );
  const names = new Map(rows.map(({ position, name }) => [position, name]));
  return items.map(({ position, matches }) => `${names.get(position)}: ${matches.map(({ name }) => name).join(", ")}`);
}

async function add(event: unknown): Promise<void> {
  expect((await addEvent(pool, JSON.stringify(event), NOW)).outcome).toBe("added");
}

async function getId(name: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>("select id from companies where name = $1", [name]);
  return rows[0]?.id ?? expect.fail();
}

async function watch(of: Reader, name: string): Promise<string> {
  const id = await getId(name);
  await addToWatchlist(pool, of.workspaceId, [{ id, name, domain: null }], NOW);
  return id;
}

describe("an event that is added", () => {
  it.each<[FeedName, string, unknown, boolean]>([
    ["funding", "", round("Quorvane"), true],
    ["funding", "round=seed&countries=DE&minAmountUsd=1000000", round("Quorvane"), true],
    ["funding", "minAmountUsd=3000000", round("Quorvane"), false],
    ["funding", "countries=unknown", round("Quorvane"), false],
    ["funding", "since=2026-10-01&until=2026-11-01", round("Quorvane"), true],
    ["funding", "since=2026-11-02", round("Quorvane"), false],
    ["funding", "naicsCode=51", round("Quorvane", {}, { naicsCode: "5132" }), true],
    ["funding", "naicsCode=52", round("Quorvane", {}, { naicsCode: "5132" }), false],
    // Facts that previews leave out are no filter: the company, and where in its band an amount is.
    ["funding", "domain=quorvane.example", round("Quorvane"), false],
    ["funding", "minAmountUsd=2400000", round("Quorvane"), true],
    ["funding", "maxAmountUsd=1100000", round("Quorvane"), true],
    ["funding", "maxAmountUsd=1000000", round("Quorvane"), false],
    ["funding", "since=2026-11-01T23:59:00Z", round("Quorvane"), true],
    ["funding", "enrichedOnly=true", round("Quorvane"), false],
    ["acquisitions", "countries=FR&countries=US&isMerger=false", DEAL, true],
    ["acquisitions", "domain=brenwick.example", DEAL, false],
    ["acquisitions", "", round("Quorvane"), false],
    ["execMoves", "roleSeniority=c_level&moveType=appointment", MOVE, true],
    ["execMoves", "moveType=departure", MOVE, false],
    ["companies", "", round("Quorvane"), false],
  ])("matches a view of %s by its filters: %s", async (feed, query, event, matches) => {
    const one = await reader();
    await save(one, feed, query, { name: "A view" });
    await add(event);
    expect(await read(one)).toHaveLength(matches ? 1 : 0);
  });

  it("matches watched companies in any role, and names the watched one", async () => {
    const [one, other] = [await reader(), await reader()];
    await add(round("Ardholt"));
    await add(round("Brenwick"));
    await watch(one, "Brenwick");
    await watch(other, "Ardholt");
    await add(DEAL);
    await add(MOVE);
    expect(await read(one)).toEqual(["Brenwick: Brenwick", "Brenwick: Brenwick"]);
    expect(await read(other)).toEqual(["Ardholt: Ardholt", "Ardholt: Ardholt"]);
  });

  it("is one item, even with several matches, in the workspaces where something did", async () => {
    const [one, other] = [await reader(), await reader()];
    await add(round("Quorvane"));
    await watch(one, "Quorvane");
    await save(one, "funding", "round=series-a", { name: "Series A" });
    await save(one, "funding", "countries=DE", { name: "Germany" });
    await save(other, "funding", "countries=FR", { name: "France" });
    await add(round("Quorvane", { round: "series-a", announcedAt: "2026-11-10" }));
    expect(await read(one)).toEqual(["Quorvane: Germany, Series A, Quorvane"]);
    expect(await read(other)).toEqual([]);
  });

  it("is seen by the people who see the view that it matched", async () => {
    const one = await reader();
    const colleague = await reader(one.workspaceId);
    await save(one, "funding", "round=seed", { name: "Mine", shared: false });
    const ours = await save(one, "funding", "countries=DE", { name: "Ours" });
    await add(round("Quorvane"));
    await add(round("Brenwick", {}, { hqCountry: { code: "FR" } }));
    expect(await read(one)).toEqual(["Brenwick: Mine", "Quorvane: Mine, Ours"]);
    expect(await read(colleague)).toEqual(["Quorvane: Ours"]);
    expect(await readInboxState(pool, colleague)).toEqual({ unread: 1, read: 0, latest: 2 });
    await deleteView(pool, one, ours.id);
    expect(await read(colleague)).toEqual([]);
    expect(await readInboxState(pool, colleague)).toMatchObject({ unread: 0 });
  });

  it("follows the views and the watchlist as they are changed", async () => {
    const one = await reader();
    const view = await save(one, "funding", "countries=FR", { name: "Countries" });
    await add(round("Quorvane"));
    await updateView(pool, one, view.id, { query: "countries=DE" }, view.version, NOW);
    await add(round("Brenwick"));
    const id = await watch(one, "Quorvane");
    await removeFromWatchlist(pool, one.workspaceId, id);
    await add(round("Quorvane", { announcedAt: "2026-11-05", round: "series-a" }, { hqCountry: { code: "JP" } }));
    expect(await read(one)).toEqual(["Brenwick: Countries"]);
  });

  it("is not added again by what is learned of it later, nor by an import that notifies nobody", async () => {
    const one = await reader();
    await save(one, "funding", "", { name: "All" });
    const line = (fields: Record<string, unknown>) => ({ key: "1", ...round("Quorvane", fields) });
    await add(line({}));
    expect((await addEvent(pool, JSON.stringify(line({ round: "series-a" })), NOW)).outcome).toBe("changed");
    await importLines(pool, [round("Brenwick")]);
    await importLines(pool, [round("Brenwick")], { dryRun: true, notify: true });
    expect(await read(one)).toEqual(["Quorvane: All"]);
    await importLines(pool, [round("Brenwick"), round("Ardholt"), round("Tamsel")], { notify: true });
    expect(await read(one)).toHaveLength(3);
  });

  it("is the event into which it was merged later", async () => {
    const one = await reader();
    await save(one, "funding", "");
    await add(round("Quorvane"));
    await add(round("Quorvane", { round: "series-a", announcedAt: "2026-11-10" }));
    const { rows } = await pool.query<{ id: string }>("select id from funding_events order by id");
    const [first = expect.fail(), second = expect.fail()] = rows.map(({ id }) => id);
    const { into } = await mergeByHand(pool, [first, second], NOW);
    await pool.query(
      "insert into purchased_records (workspace_id, kind, record_id, at) values ($1, 'funding_events', $2, $3)",
      [one.workspaceId, into, NOW],
    );
    const items = await listInbox(pool, one, NAMING, { limit: 10, before: undefined });
    expect(items.map(({ owned, record }) => [owned, record?.id])).toEqual([
      [true, into],
      [true, into],
    ]);
  });

  it("is found by a view that an earlier version saved, without its own keys", async () => {
    const one = await reader();
    await save(one, "funding", "countries=DE", { name: "Germany" });
    await pool.query("update view_match_keys set match_key = 'funding.created|*|*|*'");
    await add(round("Quorvane"));
    await add(round("Brenwick", {}, { hqCountry: { code: "FR" } }));
    expect(await read(one)).toEqual(["Quorvane: Germany"]);
  });

  it("commits with its items or not at all", async () => {
    const one = await reader();
    await save(one, "funding", "");
    await pool.query("create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$");
    await pool.query("create trigger refuse before insert on inbox_matches for each row execute function refuse()");
    await expect(addEvent(pool, JSON.stringify(round("Quorvane")), NOW)).rejects.toThrow("no room");
    await pool.query("drop trigger refuse on inbox_matches; drop function refuse");
    for (const table of ["funding_events", "inbox_items", "inbox_positions"])
      expect((await pool.query(`select from ${table}`)).rowCount).toBe(0);
  });

  it("does not hold up charges of the workspace until it is committed", async () => {
    const one = await reader();
    await save(one, "funding", "");
    const adding = await pool.connect();
    await adding.query("begin");
    const record = { id: newId(), announcedAt: "2026-11-01", company: { id: null, name: "Quorvane" } };
    await addToInboxes(adding, [{ event: "funding.created", record }], NOW);
    // A charge locks it like this.
    const locked = await pool.query("select from workspaces where id = $1 for update nowait", [one.workspaceId]);
    expect(locked.rowCount).toBe(1);
    await adding.query("commit");
    adding.release();
    expect(await read(one)).toEqual(["Quorvane: funding?"]);
  });

  it("survives that its view is deleted at the same moment", async () => {
    const one = await reader();
    const view = await save(one, "funding", "");
    const deleting = await pool.connect();
    await deleting.query("begin");
    await deleting.query("delete from saved_views where id = $1", [view.id]);
    const adding = addEvent(pool, JSON.stringify(round("Quorvane")), NOW);
    await expect
      .poll(async () => {
        const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%inbox_matches%'";
        return (await pool.query(waiting)).rowCount;
      })
      .toBe(1);
    await deleting.query("commit");
    deleting.release();
    expect((await adding).outcome).toBe("added");
    expect(await read(one)).toEqual([]);
  });
});

/** Adds funding rounds of companies with these names, in one transaction. */
async function addAll(names: readonly string[], now = NOW): Promise<void> {
  const created = names.map((name) => ({
    event: "funding.created" as const,
    record: { id: newId(), announcedAt: "2026-11-01T00:00:00.000Z", company: { id: null, name } },
  }));
  await inTransaction(pool, (client) => addToInboxes(client, created, now));
}

function numbered(count: number, from = 1): string[] {
  return Array.from({ length: count }, (_, index) => `Company ${from + index}`);
}

describe("reading", () => {
  it("gives positions in the order of commits, also when two transactions overlap", async () => {
    const one = await reader();
    await save(one, "funding", "");
    const record = (name: string) => ({ id: newId(), announcedAt: "2026-11-01", company: { id: null, name } });
    const first = await pool.connect();
    await first.query("begin");
    await addToInboxes(first, [{ event: "funding.created", record: record("First") }], NOW);
    const second = addAll(["Second"]);
    await expect
      .poll(async () => {
        const waiting =
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%inbox_positions%'";
        return (await pool.query(waiting)).rowCount;
      })
      .toBe(1);
    expect(await listInboxAfter(pool, one, NAMING, 0, 100)).toEqual([]);
    await first.query("commit");
    first.release();
    await second;
    expect(await read(one)).toEqual(["Second: funding?", "First: funding?"]);
    expect((await listInboxAfter(pool, one, NAMING, 1, 100)).map(({ position }) => position)).toEqual([2]);
  });

  it("counts what is unread for each person, up to a maximum", async () => {
    const one = await reader();
    const colleague = await reader(one.workspaceId);
    await save(one, "funding", "");
    await addAll(numbered(3));
    expect(await markInboxRead(pool, one, 2)).toEqual({ unread: 1, read: 2, latest: 3 });
    // The mark only moves forward, and never past the last item.
    expect(await markInboxRead(pool, one, 1)).toMatchObject({ read: 2 });
    expect(await markInboxRead(pool, one, 1_000)).toEqual({ unread: 0, read: 3, latest: 3 });
    expect(await readInboxState(pool, colleague)).toMatchObject({ unread: 3, read: 0 });
    await addAll(numbered(INBOX_LIMITS.counted + 10));
    expect(await readInboxState(pool, one)).toMatchObject({ unread: INBOX_LIMITS.counted + 1 });
  });
});

describe("old items", () => {
  it("are deleted after 90 days, and above the limit of a workspace", async () => {
    const [one, other] = [await reader(), await reader()];
    await save(one, "funding", "");
    const old = new Date(NOW.getTime() - (INBOX_LIMITS.days * 24 + 1) * 3_600_000);
    await addAll(["Old"], old);
    await save(other, "funding", "");
    await addAll(numbered(INBOX_LIMITS.items + 2));
    await deleteOldInboxItems(pool, NOW);
    const { rows } = await pool.query<{ workspace_id: string; count: number; first: number }>(
      "select workspace_id, count(*) as count, min(position) as first from inbox_items group by 1 order by 1",
    );
    const { items: count } = INBOX_LIMITS;
    expect(rows).toEqual(
      [
        { workspace_id: one.workspaceId, count, first: 4 },
        { workspace_id: other.workspaceId, count, first: 3 },
      ].sort((a, b) => a.workspace_id.localeCompare(b.workspace_id)),
    );
  });
});
