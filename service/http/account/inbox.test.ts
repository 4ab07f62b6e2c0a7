import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { BUY_RECORDS } from "@dealflow/contract/account/explore";
import type { InboxItem, InboxState } from "@dealflow/contract/account/inbox";
import { INBOX_EVENTS, LAST_EVENT_ID_HEADER } from "@dealflow/contract/account/inbox-stream";
import { CONCURRENCY } from "@dealflow/contract/limits";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteSessions } from "@/service/accounts/people/sessions";
import { createViews } from "@/service/accounts/views";
import { addToWatchlist } from "@/service/accounts/watchlist";
import { addToInboxes } from "@/service/inbox/add";
import { addEvent } from "@/service/ingest/add-event";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { requestAccount } from "../testing/account";
import { type TestAccount, type TestService, testService } from "../testing/service";

let service: TestService;
let owner: TestAccount;
beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.account(100);
  const draft = {
    name: "Seed",
    feed: "funding" as const,
    query: "round=seed",
    columns: null,
    sort: null,
    shared: true,
  };
  await createViews(service.database.pool, owner, [draft], new Date());
});

/** A round that the view matches. */
async function addRound(name: string, amountUsd?: number): Promise<void> {
  const company = { name, domain: `${name.replace(" ", "-").toLowerCase()}.example` };
  const record = { round: "seed", announcedAt: "2026-11-01", company, amountUsd };
  const line = JSON.stringify({ kind: "funding", key: newId(), record });
  expect((await addEvent(service.database.pool, line, new Date())).outcome).toBe("added");
}

async function requestFunding(endpoint: typeof BUY_RECORDS, body: unknown): Promise<unknown> {
  const response = await requestAccount(service, endpoint, { cookie: owner.cookie, id: "funding", body });
  expect(response.status).toBe(200);
  return response.json();
}

async function addRounds(from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number++) await addRound(`Company ${number}`);
}

async function request<T>(endpoint: AccountEndpoint, { search = "", body }: { search?: string; body?: unknown } = {}) {
  const response = await requestAccount(service, endpoint, { cookie: owner.cookie, search, body });
  expect(response.status).toBe(200);
  const json: T = await response.json();
  return json;
}

interface Page {
  readonly items: InboxItem[];
  readonly nextCursor: string | null;
}

describe("the list", () => {
  it("says what happened and what matched, and who only when the record is owned or its company watched", async () => {
    await addRound("Quorvane", 4_700_000);
    const { items, nextCursor } = await request<Page>(ACCOUNT.inbox);
    const { rows } = await service.database.pool.query<{ id: string; company_id: string }>(
      "select id, company_id from funding_events where company_id in (select id from companies where name = 'Quorvane')",
    );
    const { id = "", company_id: companyId = "" } = rows[0] ?? {};
    const redacted = expect.objectContaining({ id: null, announcedAt: "2026-11-01", round: "seed" });
    const facts = { record: redacted, amount: { minUsd: 2_500_000, maxUsd: 5_000_000 }, sources: 0, investors: 0 };
    const item = {
      position: 1,
      feed: "funding",
      preview: { reference: expect.any(String), ...facts },
      record: null,
      owned: false,
      addedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      matches: [{ viewId: expect.any(String), name: "Seed" }],
    };
    expect(items).toEqual([item]);
    expect(nextCursor).toBeNull();
    const company = { id: companyId, name: "Quorvane" };
    const record = { id, company, announcedAt: "2026-11-01T00:00:00.000Z", amountUsd: 4_700_000 };
    const watched = [{ id: companyId, name: "Quorvane", domain: null }];
    await addToWatchlist(service.database.pool, owner.workspaceId, watched, new Date());
    // Items from before the company was watched stay the same.
    expect((await request<Page>(ACCOUNT.inbox)).items).toEqual([item]);
    await addRound("Quorvane", 4_700_000);
    expect((await request<Page>(ACCOUNT.inbox)).items).toMatchObject([
      { record: { company: record.company, announcedAt: record.announcedAt, amountUsd: null }, owned: false },
      { record: null },
    ]);
    const body = { references: [items[0]?.preview?.reference] };
    expect(await requestFunding(BUY_RECORDS, body)).toMatchObject({ meta: { creditsUsed: 1 } });
    expect((await request<Page>(ACCOUNT.inbox)).items[1]).toEqual({ ...item, record, owned: true });
    expect(await requestFunding(BUY_RECORDS, body)).toMatchObject({ meta: { creditsUsed: 0 } });
  });

  it("pages without gap or overlap, also when events are added meanwhile", async () => {
    await addRounds(1, 7);
    const positions: number[] = [];
    let cursor: string | null = "";
    for (let added = 8; cursor !== null; added++) {
      const search: string = `?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`;
      const page: Page = await request<Page>(ACCOUNT.inbox, { search });
      positions.push(...page.items.map(({ position }) => position));
      cursor = page.nextCursor;
      await addRounds(added, added);
    }
    expect(positions).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it("is marked as read by each person, whose own count it is", async () => {
    const colleague = await service.person(owner.workspaceId, "member");
    await addRounds(1, 3);
    expect(await request<InboxState>(ACCOUNT.inboxState)).toEqual({ unread: 3, read: 0, latest: 3 });
    const marked = await request<InboxState>(ACCOUNT.readInbox, { body: { position: 3 } });
    expect(marked).toEqual({ unread: 0, read: 3, latest: 3 });
    const response = await requestAccount(service, ACCOUNT.inboxState, { cookie: colleague.cookie });
    expect(await response.json()).toEqual({ unread: 3, read: 0, latest: 3 });
    expect(await request(ACCOUNT.saved)).toMatchObject({ inbox: { unread: 0, read: 3, latest: 3 } });
  });

  it("rejects positions and cursors that are none", async () => {
    for (const [endpoint, options] of [
      [ACCOUNT.readInbox, { body: { position: -1 } }],
      [ACCOUNT.readInbox, { body: { position: 1.5 } }],
      [ACCOUNT.inbox, { search: "?cursor=1" }],
      [ACCOUNT.inboxUpdates, { headers: { [LAST_EVENT_ID_HEADER]: "soon" } }],
    ] as const) {
      const response = await requestAccount(service, endpoint, { cookie: owner.cookie, ...options });
      expect(response.status).toBe(400);
    }
  });
});

describe("an attack by free answers", () => {
  it("learns neither who nor when from three views of everything, with every value of FREE_EXPLORE", async () => {
    const attacker = await service.account(50);
    const draft = { query: "", columns: null, sort: null, shared: true };
    const feeds = ["funding", "acquisitions", "execMoves"] as const;
    await createViews(
      service.database.pool,
      attacker,
      feeds.map((feed) => ({ ...draft, name: feed, feed })),
      new Date(),
    );
    const stream = await Connection.open({ cookie: attacker.cookie, lastEventId: "0" });
    await stream.batch();
    const party = (name: string) => ({ name, domain: `${name.toLowerCase()}.example` });
    const hidden = { announcedAt: "2026-11-03T04:05:06.789Z", sources: [{ url: "https://news.example/secret" }] };
    for (let number = 0; number < 15; number++) {
      const [one, two] = [party(`Hidden${number}`), party(`Other${number}`)];
      for (const [kind, record] of [
        [
          "funding",
          { ...hidden, round: "grant", amountUsd: 7_654_321, company: one, investors: [{ name: "Hidden Fund" }] },
        ],
        ["acquisition", { ...hidden, dealAmountUsd: 7_654_321, target: one, acquirer: two }],
        [
          "exec_move",
          {
            ...hidden,
            person: { name: "Hidden Person" },
            role: "Chief Quartermaster Officer",
            company: one,
            moveType: "appointment",
          },
        ],
      ] as const) {
        const line = JSON.stringify({ kind, key: newId(), record });
        expect((await addEvent(service.database.pool, line, new Date())).outcome).toBe("added");
      }
    }
    const { rows } = await service.database.pool.query<{ text: string }>(
      `select record_id::text as text from inbox_items where workspace_id = $1
       union select company_id::text from inbox_items where workspace_id = $1`,
      [attacker.workspaceId],
    );
    expect(rows).toHaveLength(60);
    const streamed: unknown[] = [];
    while (streamed.length < 45) streamed.push(...(await stream.batch()).items);
    stream.close();
    const answers = [JSON.stringify(streamed)];
    for (const freeExplore of ["rows", "counts", "off"] as const) {
      const other = await testService(service, { freeExplore, payOnceDays: Number.POSITIVE_INFINITY });
      const response = await requestAccount(other, ACCOUNT.inbox, { cookie: attacker.cookie, search: "?limit=44" });
      answers.push(await response.text());
      await other.stop();
    }
    for (const answer of answers) {
      expect(answer).toContain('"announcedAt":"2026-11-03"');
      for (const secret of [
        "Hidden",
        "Other",
        "Quartermaster",
        "secret",
        "04:05",
        "7654321",
        "76543.21",
        ...rows.map(({ text }) => text),
      ])
        expect(answer).not.toContain(secret);
    }
  });
});

/** A connection to the stream, whose events are read one by one. */
class Connection {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #abort: AbortController;
  #text = "";

  private constructor(
    readonly response: Response,
    abort: AbortController,
  ) {
    this.#abort = abort;
    this.#reader = (response.body ?? expect.fail()).getReader();
  }

  static async open({ cookie = owner.cookie, lastEventId = "" } = {}): Promise<Connection> {
    const abort = new AbortController();
    const headers: Record<string, string> = lastEventId === "" ? {} : { [LAST_EVENT_ID_HEADER]: lastEventId };
    const response = await requestAccount(service, ACCOUNT.inboxUpdates, {
      cookie,
      headers,
      signal: abort.signal,
    });
    return new Connection(response, abort);
  }

  /** The result is undefined when the stream has ended. */
  async next(): Promise<{ event: string; id: string | undefined; data: unknown } | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const lines = this.#text.slice(0, end).split("\n");
        this.#text = this.#text.slice(end + 2);
        const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const data = field("data");
        if (data !== undefined) return { event: field("event") ?? "", id: field("id"), data: JSON.parse(data) };
        continue;
      }
      const { value, done } = await this.#reader.read();
      if (done) return undefined;
      this.#text += Buffer.from(value).toString();
    }
  }

  /** Returns the items up to the next state with their ids, and that state. */
  async batch(): Promise<{ items: unknown[]; ids: (string | undefined)[]; state: unknown }> {
    const [items, ids]: [unknown[], (string | undefined)[]] = [[], []];
    for (;;) {
      const message = (await this.next()) ?? expect.fail("the stream has ended");
      if (message.event === INBOX_EVENTS.state) return { items, ids, state: message.data };
      expect(message.event).toBe(INBOX_EVENTS.item);
      expect(message.data).toMatchObject({ position: Number(message.id) });
      items.push(message.data);
      ids.push(message.id);
    }
  }

  close(): void {
    this.#abort.abort();
  }
}

async function statusOfStream(): Promise<number> {
  const response = await requestAccount(service, ACCOUNT.inboxUpdates, { cookie: owner.cookie });
  await response.body?.cancel();
  return response.status;
}

describe("the stream", () => {
  it("sends the state, then each item as it is added", async () => {
    await addRounds(1, 2);
    const stream = await Connection.open();
    expect(stream.response.headers.get("Content-Type")).toBe("text/event-stream");
    expect(stream.response.headers.get("Cache-Control")).toBe("no-store, no-transform");
    expect(await stream.batch()).toEqual({ items: [], ids: [], state: { unread: 2, read: 0, latest: 2 } });
    await addRounds(3, 3);
    expect(await stream.batch()).toEqual({
      items: [expect.objectContaining({ feed: "funding", record: null })],
      ids: ["3"],
      state: { unread: 3, read: 0, latest: 3 },
    });
    await request(ACCOUNT.readInbox, { body: { position: 3 } });
    expect(await stream.batch()).toEqual({ items: [], ids: [], state: { unread: 0, read: 3, latest: 3 } });
    stream.close();
  });

  it("continues after the last event of a connection that broke, without loss or repetition", async () => {
    await addRounds(1, 1);
    const first = await Connection.open({ lastEventId: "0" });
    expect((await first.batch()).ids).toEqual(["1"]);
    await addRounds(2, 2);
    const { ids } = await first.batch();
    expect(ids).toEqual(["2"]);
    first.close();
    await addRounds(3, 4);
    const second = await Connection.open({ lastEventId: ids.at(-1) ?? expect.fail() });
    expect(await second.batch()).toMatchObject({ ids: ["3", "4"], state: { latest: 4 } });
    await addRounds(5, 5);
    expect((await second.batch()).ids).toEqual(["5"]);
    second.close();
  });

  it("delivers more items than one read returns", async () => {
    const company = { id: null, name: "Quorvane" };
    const created = Array.from({ length: 250 }, () => ({
      event: "funding.created" as const,
      record: { id: newId(), round: "seed", announcedAt: "2026-11-01", company },
    }));
    await inTransaction(service.database.pool, (client) => addToInboxes(client, created, new Date()));
    const stream = await Connection.open({ lastEventId: "0" });
    expect((await stream.batch()).ids).toEqual(created.map((_, index) => String(index + 1)));
    stream.close();
  });

  it("ends with the session", async () => {
    const stream = await Connection.open();
    await stream.batch();
    await deleteSessions(service.database.pool, owner.personId);
    expect(await stream.next()).toBeUndefined();
    // A session is cached for a moment.
    await expect.poll(() => statusOfStream()).toBe(401);
  });

  it("ends when the workspace is blocked", async () => {
    const stream = await Connection.open();
    await stream.batch();
    await service.database.pool.query("update workspaces set blocked = true where id = $1", [owner.workspaceId]);
    expect(await stream.next()).toBeUndefined();
  });

  it("is opened a limited number of times by one person, and by others too", async () => {
    const most = CONCURRENCY.stream.running;
    const streams = await Promise.all(Array.from({ length: most }, () => Connection.open()));
    const rejected = await requestAccount(service, ACCOUNT.inboxUpdates, { cookie: owner.cookie });
    expect(rejected.status).toBe(429);
    const colleague = await service.person(owner.workspaceId, "member");
    const other = await Connection.open({ cookie: colleague.cookie });
    await other.batch();
    // The person can still send other requests.
    await request(ACCOUNT.inboxState);
    for (const stream of [...streams, other]) stream.close();
    await expect.poll(() => statusOfStream()).toBe(200);
  });
});
