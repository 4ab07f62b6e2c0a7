/** Members report what their workspace purchased; an accepted report refunds what was charged for it, once. */
import { ACCOUNT } from "@dealflow/contract/account/account";
import {
  MOST_NOTE,
  type OpenRecordReport,
  REPORTS_PER_DAY,
  type RecordReport,
} from "@dealflow/contract/account/record-reports";
import type { AccountCredits, AccountLedger } from "@dealflow/contract/account/spending/credits";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { setOperator } from "@/service/accounts/people/people-list";
import { readWorkspaceBalance } from "@/service/accounts/workspaces";
import { readLedger } from "@/service/credits/ledger";
import { refundEntry } from "@/service/credits/refunds";
import { newId } from "@/service/store/new-id";
import { requestAccount, requestAccountFeed } from "../../testing/account";
import { expectErrorMessage, expectResponse } from "../../testing/expect-response";
import { insertRound } from "../../testing/fixtures";
import { type TestAccount, type TestService, testService } from "../../testing/service";

const ROUNDS = 4;

let service: TestService;
let operator: TestAccount;
beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  for (let index = 0; index < ROUNDS; index++) await insertRound(service.database.pool, `Company ${index}`);
  operator = await service.account(0, { name: "Operators" });
  await setOperator(service.database.pool, operator.personId, true);
});
afterAll(() => service.stop());
beforeEach(() => service.database.pool.query("delete from record_reports"));

/** Buys the newest rounds for a new workspace, and returns their ids. */
async function buyer(records = 2, credits = 10): Promise<TestAccount & { readonly ids: readonly string[] }> {
  const account = await service.account(credits);
  const response = await requestAccountFeed(service, `/v1/funding-events?limit=${records}`, account.cookie);
  const { data }: { data: { id: string }[] } = await response.json();
  return { ...account, ids: data.map(({ id }) => id) };
}

const draft = (recordId: string | undefined, more: object = {}) => ({
  feed: "funding",
  recordId,
  reason: "wrong",
  duplicateOf: "",
  note: "",
  ...more,
});
const report = ({ cookie }: TestAccount, body: object) =>
  expectResponse<RecordReport>(service, ACCOUNT.reportRecord, { cookie, body }, 201);
const refuse = ({ cookie }: TestAccount, body: object, status: number) =>
  expectErrorMessage(service, ACCOUNT.reportRecord, { cookie, body }, status);
const accept = (id: string) =>
  expectResponse<RecordReport>(service, ACCOUNT.acceptRecordReport, {
    cookie: operator.cookie,
    id,
    body: { note: "" },
  });
const listOpen = () =>
  expectResponse<{ reports: OpenRecordReport[]; total: number }>(service, ACCOUNT.openRecordReports, {
    cookie: operator.cookie,
  });
const readCredits = ({ cookie }: TestAccount) => expectResponse<AccountCredits>(service, ACCOUNT.credits, { cookie });
const readOwn = async ({ cookie }: TestAccount) =>
  (await expectResponse<{ reports: RecordReport[] }>(service, ACCOUNT.recordReports, { cookie })).reports;

it("is refunded once by an operator who accepts it twice at the same time, and the record stays owned", async () => {
  const account = await buyer();
  const [first, second] = account.ids;
  const body = draft(first, { reason: "duplicate", duplicateOf: `/funding?open=${second}`, note: " The same round. " });
  const { id } = await report(account, body);
  expect(await listOpen()).toMatchObject({
    total: 1,
    reports: [
      {
        ...{ id, feed: "funding", recordId: first, reason: "duplicate", note: "The same round.", refund: 1 },
        title: expect.stringMatching(/^Company \d: .+, 20\d\d-\d\d-\d\d$/),
        record: { id: first },
        duplicateOf: { id: second, record: { id: second } },
      },
    ],
  });
  const before = await readCredits(account);
  const answers = await Promise.all(Array.from({ length: 8 }, () => accept(id)));
  for (const answer of answers) expect(answer).toMatchObject({ id, status: "accepted", refunded: 1 });

  expect(await readCredits(account)).toMatchObject({
    balance: 9,
    sum: 9,
    granted: 10,
    refunded: 1,
    used: 2,
    grants: 1,
  });
  expect((await readCredits(account)).sequence).toBe(before.sequence + 1);
  const { entries } = await expectResponse<AccountLedger>(service, ACCOUNT.ledger, { cookie: account.cookie });
  expect(entries.map(({ endpoint, delta, balance, view }) => [endpoint, delta, balance, view])).toEqual([
    ["credits.refund.duplicate", 1, 9, `/funding?open=${first}`],
    ["funding_events.list", -2, 8, null],
    ["credits.grant", 10, 10, null],
  ]);
  expect(entries[0]).toMatchObject({ refundOf: entries[1]?.id, note: null });
  expect(await readOwn(account)).toMatchObject([{ id, status: "accepted", refunded: 1, recordId: first }]);
  expect((await listOpen()).reports).toEqual([]);
  const again = await requestAccountFeed(service, "/v1/funding-events?limit=2", account.cookie);
  expect(again.headers.get("X-Credits-Used")).toBe("0");
});

it("changes neither the use of the day nor what the balance is measured against", async () => {
  const account = await buyer(3);
  const { pool } = service.database;
  const used = async () =>
    (await pool.query("select used_day, used_month from members where user_id = $1", [account.personId])).rows;
  const before = await used();
  const { id } = await report(account, draft(account.ids[0]));
  await accept(id);
  expect(await used()).toEqual(before);
  expect(before).toEqual([{ used_day: 3, used_month: 3 }]);
  expect(
    await readWorkspaceBalance(pool, account.workspaceId, { personId: newId(), sessionId: newId() }, new Date()),
  ).toMatchObject({
    balance: 8,
    highest: 10,
  });
});

it("is refunded once for each purchase, and not at all for a record that was free", async () => {
  const account = await buyer(1);
  const [paid] = account.ids;
  const first = await report(account, draft(paid));
  await accept(first.id);
  const second = await report(account, draft(paid, { reason: "duplicate" }));
  expect((await listOpen()).reports).toMatchObject([{ id: second.id, refund: 0 }]);
  expect(await accept(second.id)).toMatchObject({ status: "accepted", refunded: 0 });
  expect(await readCredits(account)).toMatchObject({ balance: 10, sum: 10, refunded: 1 });

  const { rows } = await service.database.pool.query<{ id: string }>(
    "insert into purchased_records (workspace_id, kind, record_id, at) select $1, 'funding_events', id, now() from funding_events where id <> $2 limit 1 returning record_id as id",
    [account.workspaceId, paid],
  );
  const free = await report(account, draft(rows[0]?.id));
  expect((await listOpen()).reports).toMatchObject([{ id: free.id, refund: 0 }]);
  await accept(free.id);
  expect(await readCredits(account)).toMatchObject({ balance: 10, sum: 10 });
});

it("keeps the first decision, and says which it was", async () => {
  const account = await buyer();
  const { id } = await report(account, draft(account.ids[0]));
  const decline = { cookie: operator.cookie, id, body: { note: "The source says so too." } };
  const declined = { status: "declined", refunded: 0, decisionNote: "The source says so too." };
  expect(await expectResponse(service, ACCOUNT.declineRecordReport, decline)).toMatchObject(declined);
  expect(await expectResponse(service, ACCOUNT.declineRecordReport, { ...decline, body: { note: "" } })).toMatchObject(
    declined,
  );
  const message = await expectErrorMessage(
    service,
    ACCOUNT.acceptRecordReport,
    { cookie: operator.cookie, id, body: { note: "" } },
    409,
  );
  expect(message).toBe("This report was declined by another operator.");
  expect(await readCredits(account)).toMatchObject({ balance: 8, sum: 8, refunded: 0 });
  await expectErrorMessage(
    service,
    ACCOUNT.acceptRecordReport,
    { cookie: operator.cookie, id: newId(), body: { note: "" } },
    404,
  );
});

it("refunds one of an acceptance and a refusal that come together", async () => {
  const account = await buyer(1);
  const { id } = await report(account, draft(account.ids[0]));
  const decide = (endpoint: typeof ACCOUNT.acceptRecordReport | typeof ACCOUNT.declineRecordReport) =>
    requestAccount(service, endpoint, { cookie: operator.cookie, id, body: { note: "" } });
  const responses = await Promise.all([decide(ACCOUNT.acceptRecordReport), decide(ACCOUNT.declineRecordReport)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [{ status = "", refunded = -1 } = {}] = await readOwn(account);
  expect(refunded).toBe(status === "accepted" ? 1 : 0);
  expect((await readCredits(account)).balance).toBe(9 + refunded);
});

it("is for owned records, whose reports no other workspace sees", async () => {
  const account = await buyer(1);
  const other = await service.account(10);
  const [owned] = account.ids;
  expect(await refuse(other, draft(owned), 404)).toBe("Your workspace doesn't own this record.");
  expect(await refuse(other, draft(newId()), 404)).toBe("Your workspace doesn't own this record.");
  expect(await refuse(account, draft(owned, { feed: "companies" }), 404)).toMatch("doesn't own");
  await report(account, draft(owned));
  expect(await refuse(account, draft(owned, { reason: "duplicate" }), 409)).toMatch("has reported this record already");
  expect(await readOwn(other)).toEqual([]);
  const members = await service.person(account.workspaceId, "member");
  for (const endpoint of [ACCOUNT.openRecordReports, ACCOUNT.acceptRecordReport, ACCOUNT.declineRecordReport]) {
    const [{ id = "" } = {}] = await readOwn(account);
    const request = { cookie: members.cookie, id, ...(endpoint.method === "POST" ? { body: { note: "" } } : {}) };
    await expectErrorMessage(service, endpoint, request, 403);
  }
});

it("does not count purchases that are too old", async () => {
  const account = await buyer(1);
  await service.database.pool.query(
    "update purchased_records set at = now() - interval '40 days' where workspace_id = $1",
    [account.workspaceId],
  );
  const month = await testService(service, { payOnceDays: 30 });
  const request = { cookie: account.cookie, body: draft(account.ids[0]) };
  expect(await expectErrorMessage(month, ACCOUNT.reportRecord, request, 404)).toMatch("doesn't own");
  await month.stop();
});

it("says what is wrong with a report", async () => {
  const account = await buyer();
  const [one, other] = account.ids;
  const unknown = newId();
  const duplicate = (duplicateOf: string | undefined) => draft(one, { reason: "duplicate", duplicateOf });
  expect(await refuse(account, duplicate("Acme"), 400)).toBe(
    'The other record "Acme" has no id; enter its id or the address of its page.',
  );
  expect(await refuse(account, duplicate(one), 400)).toBe(
    "The other record is the reported one; enter the id of another.",
  );
  expect(await refuse(account, duplicate(unknown), 400)).toBe(
    `The other record ${unknown} is no round that is stored here.`,
  );
  expect(await refuse(account, draft(one, { duplicateOf: other }), 400)).toMatch("Only a duplicate has another record");
  expect(await refuse(account, draft(one, { reason: "boring" }), 400)).toBe("reason: must be wrong or duplicate");
  expect(await refuse(account, draft(one, { note: "é".repeat(MOST_NOTE + 1) }), 400)).toMatch(
    "has 1001 characters; at most 1000",
  );
  await report(account, draft(one, { note: "é".repeat(MOST_NOTE) }));
});

it(`is limited to ${REPORTS_PER_DAY} a workspace and day`, async () => {
  const account = await buyer(ROUNDS);
  const insert = (age: string, count: number) =>
    service.database.pool.query(
      `insert into record_reports (id, workspace_id, kind, record_id, title, reason, note, at)
       select id, $1, 'companies', id, '', 'wrong', '', now() - $2::interval from unnest($3::uuid[]) id`,
      [account.workspaceId, age, Array.from({ length: count }, newId)],
    );
  await insert("1 day", REPORTS_PER_DAY);
  await insert("0", REPORTS_PER_DAY - 2);
  const responses = await Promise.all(
    account.ids.map((id) => requestAccount(service, ACCOUNT.reportRecord, { cookie: account.cookie, body: draft(id) })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429]);
  const refused = responses.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({
    error: { message: "Your workspace can report 50 records a day, and has. Try again after midnight UTC." },
  });
});

it("shares its charge with a refund of an operator: no more comes back than was charged", async () => {
  const account = await buyer(3);
  const { pool } = service.database;
  const refund = (amount?: number) => refundEntry(pool, charge?.id ?? "", { amount, note: "All of it." }, new Date());
  const [charge] = await readLedger(pool, account.workspaceId, 1);
  await accept((await report(account, draft(account.ids[0]))).id);
  // The version before did not write which charge came back.
  await pool.query(
    "alter table ledger disable trigger user; update ledger set refund_of = null; alter table ledger enable trigger user",
  );
  await expect(refund(3)).rejects.toThrow("charged 3 and 1 came back, so at most 2 can be refunded; got 3.");
  expect(await refund()).toMatchObject({ amount: 2, charged: 3, refundedBefore: 1, balance: 10 });
  const second = await report(account, draft(account.ids[1]));
  expect((await listOpen()).reports).toMatchObject([{ id: second.id, refund: 0 }]);
  expect(await accept(second.id)).toMatchObject({ status: "accepted", refunded: 0 });
  expect(await readCredits(account)).toMatchObject({ balance: 10, sum: 10, refunded: 3 });
});

it("is refunded once for a record and the one that it was merged into, whose purchase is the same", async () => {
  const account = await buyer(1);
  const [from = ""] = account.ids;
  const { id } = await report(account, draft(from));
  const { pool } = service.database;
  // A merge gives the other record to the buyer, by the same charge.
  const { rows } = await pool.query<{ id: string }>("select id from funding_events where id <> $1 limit 1", [from]);
  const into = rows[0]?.id ?? "";
  await pool.query(
    "insert into merged_records (id, kind, into_id, import_id, keys) values ($1, 'funding', $2, 1, '[]')",
    [from, into],
  );
  await pool.query(
    `insert into purchased_records select workspace_id, kind, $2, ledger_id, at from purchased_records
     where workspace_id = $1`,
    [account.workspaceId, into],
  );
  expect((await listOpen()).reports).toMatchObject([{ id, recordId: into, record: { id: into }, refund: 1 }]);
  expect(await accept(id)).toMatchObject({ recordId: into, refunded: 1 });
  const second = await report(account, draft(from));
  expect(second).toMatchObject({ recordId: into });
  expect(await refuse(account, draft(into), 409)).toMatch("already");
  expect(await accept(second.id)).toMatchObject({ refunded: 0 });
  expect(await readCredits(account)).toMatchObject({ balance: 10, sum: 10, refunded: 1 });
  await pool.query("delete from merged_records");
});

it("is decided after the record is gone", async () => {
  const account = await buyer(1);
  const { id } = await report(account, draft(account.ids[0]));
  await service.database.pool.query("delete from event_sources where event_id = $1", [account.ids[0]]);
  await service.database.pool.query("delete from funding_events where id = $1", [account.ids[0]]);
  expect((await listOpen()).reports).toMatchObject([{ id, record: null, refund: 1 }]);
  expect(await accept(id)).toMatchObject({ refunded: 1 });
});
