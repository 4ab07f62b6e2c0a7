import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACCOUNT } from "@/lib/contract/account";
import type { AccountEndpoint } from "@/lib/contract/account-endpoint";
import type { InboxItem, InboxState } from "@/lib/contract/account-inbox";
import { INBOX_EVENTS, LAST_EVENT_ID_HEADER } from "@/lib/contract/inbox-stream";
import { CONCURRENCY } from "@/lib/contract/limits";
import { deleteSessions } from "@/service/accounts/people/sessions";
import { createViews } from "@/service/accounts/views";
import { addToInboxes } from "@/service/inbox/add";
import { addEvent } from "@/service/ingest/add-event";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { requestAccount, requestAccountFeed } from "../testing/account";
import { type TestAccount, type TestService, testService } from "../testing/service";

let service: TestService;
let owner: TestAccount;
beforeAll(async () => {
  service = await testService();
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
async function addRound(name: string): Promise<void> {
  const company = { name, domain: `${newId()}.example` };
  const record = { round: "seed", announcedAt: "2026-11-01", company };
  const line = JSON.stringify({ kind: "funding", key: newId(), record });
  expect(await addEvent(service.database.pool, line, new Date())).toBe("added");
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
  it("names kind, company and time, and what matched", async () => {
    await addRound("Quorvane");
    const { items, nextCursor } = await request<Page>(ACCOUNT.inbox);
    const { rows } = await service.database.pool.query<{ id: string; company_id: string }>(
      "select id, company_id from funding_events where company_id in (select id from companies where name = 'Quorvane')",
    );
    expect(items).toEqual([
      {
        position: 1,
        feed: "funding",
        recordId: rows[0]?.id,
        company: { id: rows[0]?.company_id, name: "Quorvane" },
        announcedAt: "2026-11-01T00:00:00.000Z",
        addedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        matches: [{ viewId: expect.any(String), name: "Seed" }],
      },
    ]);
    expect(nextCursor).toBeNull();
  });

  it("pages without gap or overlap, also when events are added meanwhile", async () => {
    await addRounds(1, 7);
    const names: string[] = [];
    let cursor: string | null = "";
    for (let added = 8; cursor !== null; added++) {
      const search: string = `?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`;
      const page: Page = await request<Page>(ACCOUNT.inbox, { search });
      names.push(...page.items.map(({ company }) => company.name));
      cursor = page.nextCursor;
      await addRounds(added, added);
    }
    expect(names).toEqual([7, 6, 5, 4, 3, 2, 1].map((number) => `Company ${number}`));
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

describe("one event by its id", () => {
  const path = (id: string) => `/v1/funding-events/${id}`;

  it("costs one credit, and nothing when there is none", async () => {
    await addRound("Quorvane");
    const { items } = await request<Page>(ACCOUNT.inbox);
    const id = items[0]?.recordId ?? expect.fail();
    const bought = await (await requestAccountFeed(service, path(id), owner.cookie)).json();
    expect(bought).toMatchObject({ data: [{ id }], meta: { creditsUsed: 1, creditsRemaining: 99 } });
    const missing = await (await requestAccountFeed(service, path(newId()), owner.cookie)).json();
    expect(missing).toMatchObject({ data: [], meta: { creditsUsed: 0, creditsRemaining: 99 } });
    expect((await requestAccountFeed(service, path("none"), owner.cookie)).status).toBe(404);
    // The other feeds do not have it.
    const other = await (await requestAccountFeed(service, `/v1/acquisitions/${id}`, owner.cookie)).json();
    expect(other).toMatchObject({ data: [], meta: { creditsUsed: 0 } });
  });

  it("is not part of the public interface, and is refused without credits or a session", async () => {
    await addRound("Quorvane");
    const { items } = await request<Page>(ACCOUNT.inbox);
    const id = items[0]?.recordId ?? expect.fail();
    expect((await fetch(`${service.url}${path(id)}`, { headers: { "X-API-Key": owner.key } })).status).toBe(404);
    expect((await requestAccountFeed(service, path(id), "")).status).toBe(401);
    const poor = await service.account(0);
    expect((await requestAccountFeed(service, path(id), poor.cookie)).status).toBe(402);
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

  /** Undefined when the stream has ended. */
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

  /** The names of the companies up to the next state, and that state. */
  async batch(): Promise<{ names: string[]; ids: (string | undefined)[]; state: unknown }> {
    const [names, ids]: [string[], (string | undefined)[]] = [[], []];
    for (;;) {
      const message = (await this.next()) ?? expect.fail("the stream has ended");
      if (message.event === INBOX_EVENTS.state) return { names, ids, state: message.data };
      expect(message.event).toBe(INBOX_EVENTS.item);
      expect(message.data).toMatchObject({ position: Number(message.id), feed: "funding" });
      names.push(Reflect.get(Object(Reflect.get(Object(message.data), "company")), "name"));
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
    expect(await stream.batch()).toEqual({ names: [], ids: [], state: { unread: 2, read: 0, latest: 2 } });
    await addRounds(3, 3);
    expect(await stream.batch()).toEqual({
      names: ["Company 3"],
      ids: ["3"],
      state: { unread: 3, read: 0, latest: 3 },
    });
    await request(ACCOUNT.readInbox, { body: { position: 3 } });
    expect(await stream.batch()).toEqual({ names: [], ids: [], state: { unread: 0, read: 3, latest: 3 } });
    stream.close();
  });

  it("continues after the last event of a connection that broke, without loss or repetition", async () => {
    await addRounds(1, 1);
    const first = await Connection.open({ lastEventId: "0" });
    expect((await first.batch()).names).toEqual(["Company 1"]);
    await addRounds(2, 2);
    const { names, ids } = await first.batch();
    expect(names).toEqual(["Company 2"]);
    first.close();
    await addRounds(3, 4);
    const second = await Connection.open({ lastEventId: ids.at(-1) ?? expect.fail() });
    expect(await second.batch()).toMatchObject({ names: ["Company 3", "Company 4"], state: { latest: 4 } });
    await addRounds(5, 5);
    expect((await second.batch()).names).toEqual(["Company 5"]);
    second.close();
  });

  it("delivers more items than one read returns", async () => {
    const names = Array.from({ length: 250 }, (_, index) => `Company ${index}`);
    const created = names.map((name) => ({
      event: "funding.created" as const,
      record: { id: newId(), round: "seed", announcedAt: "2026-11-01", company: { id: null, name } },
    }));
    await inTransaction(service.database.pool, (client) => addToInboxes(client, created, new Date()));
    const stream = await Connection.open({ lastEventId: "0" });
    expect((await stream.batch()).names).toEqual(names);
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

  it("is opened a limited number of times by one person, and by others beside them", async () => {
    const most = CONCURRENCY.stream.running;
    const streams = await Promise.all(Array.from({ length: most }, () => Connection.open()));
    const rejected = await requestAccount(service, ACCOUNT.inboxUpdates, { cookie: owner.cookie });
    expect(rejected.status).toBe(429);
    const colleague = await service.person(owner.workspaceId, "member");
    const other = await Connection.open({ cookie: colleague.cookie });
    await other.batch();
    // Other requests of the person continue.
    await request(ACCOUNT.inboxState);
    for (const stream of [...streams, other]) stream.close();
    await expect.poll(() => statusOfStream()).toBe(200);
  });
});
