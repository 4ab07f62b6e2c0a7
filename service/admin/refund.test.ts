/** Refunds and corrections as an operator makes them by commands, and what the customer sees of them over HTTP. */
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountCredits, AccountLedger } from "@dealflow/contract/account/spending/credits";
import { FEEDS } from "@dealflow/contract/feeds";
import { VIEW_HEADER } from "@dealflow/contract/headers";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestPerson } from "@/service/accounts/people/testing";
import { readLedger } from "@/service/credits/ledger";
import { requestAccount, requestAccountFeed } from "@/service/http/testing/account";
import { expectResponse } from "@/service/http/testing/expect-response";
import { insertRound } from "@/service/http/testing/fixtures";
import { type TestAccount, type TestService, testService } from "@/service/http/testing/service";
import { runCommand } from "./testing";

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await testService();
  for (let index = 0; index < 6; index++) await insertRound(service.database.pool, `Company ${index}`);
  account = await service.account(100, { name: "Ostermark" });
});
afterAll(() => service.stop());

const run = async (...args: string[]) => (await runCommand(service.database.pool, ...args)).json;
const refund = (entry: string, ...more: string[]) =>
  run("credits", "refund", "--entry", entry, "--reason", "r", ...more);
const readCredits = ({ cookie }: TestPerson) => expectResponse<AccountCredits>(service, ACCOUNT.credits, { cookie });
const readEntries = async ({ cookie }: TestPerson) =>
  (await expectResponse<AccountLedger>(service, ACCOUNT.ledger, { cookie })).entries;

/** Buys records of the feed in the dashboard; returns the id of the charge. */
async function buy({ cookie }: TestPerson, records: number): Promise<string> {
  const headers = { [VIEW_HEADER]: "/funding?round=seed" };
  const response = await requestAccountFeed(service, `${FEEDS.funding.path}?limit=${records}`, cookie, headers);
  expect(response.status).toBe(200);
  const requestId = response.headers.get("X-Request-Id") ?? "";
  const [entry] = await readLedger(service.database.pool, account.workspaceId, 1, { requestId });
  return entry?.id ?? "";
}

it("helps a customer who was charged twice: found by person and day, explained, refunded, seen", async () => {
  const ines = await service.person(account.workspaceId, "member", "Ines");
  const first = await buy(ines, 3);
  const second = await buy(ines, 3);
  const day = new Date().toISOString().slice(0, 10);

  // The operator finds what was charged for her that day: two requests of the same page, a moment after each other.
  const of = ["--workspace", "Ostermark", "--email", ines.email, "--since", day, "--until", day];
  const { entries } = (await run("credits", "ledger", ...of)) as { entries: AccountLedger["entries"] };
  expect(entries).toMatchObject([
    { id: second, person: "Ines", client: "Dashboard", view: "/funding?round=seed", delta: -3, balance: 94 },
    { id: first, person: "Ines", client: "Dashboard", view: "/funding?round=seed", delta: -3, balance: 97 },
  ]);
  expect(new Set(entries.map(({ requestId }) => requestId)).size).toBe(2);

  const reason = "The page was loaded twice on 27 November.";
  const { lines } = await runCommand(service.database.pool, "credits", "refund", "--entry", second, "--reason", reason);
  expect(lines).toEqual([
    expect.stringMatching(/^Refunded 3 credits of 3 to Ostermark by the entry [0-9a-f-]{36}\. Balance: 97 credits\.$/),
  ]);

  // She sees the reason, in the ledger and in its file; what she used stays used.
  const [entry] = await readEntries(ines);
  expect(entry).toMatchObject({
    ...{ endpoint: "credits.refund.operator", view: "/funding?round=seed", requestId: null, person: null },
    ...{ delta: 3, balance: 97, records: 0, refundOf: second, note: reason },
  });
  const file = await requestAccount(service, ACCOUNT.ledgerCsv, { cookie: ines.cookie });
  expect(parse(await file.text(), { columns: true })[0]).toMatchObject({
    ...{ credits: "3", balance: "97", entry: entry?.id, "refund of": second, note: reason },
  });
  expect(await readCredits(ines)).toMatchObject({
    balance: 97,
    sum: 97,
    granted: 100,
    refunded: 3,
    used: 6,
    corrected: 0,
  });
  const { rows } = await service.database.pool.query("select used_day from members where user_id = $1", [
    ines.personId,
  ]);
  expect(rows).toEqual([{ used_day: 6 }]);
});

it("refunds an entry once, of any number of commands at the same time, and then says what happened", async () => {
  const charge = await buy(account, 4);
  const { balance } = await readCredits(account);
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => refund(charge, "--amount", "2")));
  const said = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
  expect(said).toHaveLength(5);
  for (const sentence of said)
    expect(sentence).toMatch(
      /was refunded before, on \d{4}-\S+Z: 2 of 4 credits by the entry [0-9a-f-]{36} \(r\)\. Nothing was changed\.$/,
    );
  expect(await readCredits(account)).toMatchObject({ balance: balance + 2, sum: balance + 2 });
});

it("corrects a balance, which is neither a grant nor use, and never below 0", async () => {
  const owner = await service.account(10, { name: "Corrected" });
  const correct = (delta: string) =>
    run("credits", "correct", "--workspace", "Corrected", `--delta=${delta}`, "--reason", "Wrong grant");
  expect(await correct("-4")).toEqual({ id: expect.any(String), amount: -4, balance: 6 });
  expect(await correct("+1")).toMatchObject({ amount: 1, balance: 7 });
  expect((await Promise.allSettled([correct("-5"), correct("-5")])).map(({ status }) => status).sort()).toEqual([
    "fulfilled",
    "rejected",
  ]);
  await expect(correct("-3")).rejects.toThrow(
    "Corrected has 2 credits, so a correction can take at most that; got -3.",
  );
  expect(await readCredits(owner)).toMatchObject({
    balance: 2,
    sum: 2,
    granted: 10,
    grants: 1,
    used: 0,
    corrected: -8,
  });
  expect((await readEntries(owner))[0]).toMatchObject({
    endpoint: "credits.correction",
    delta: -5,
    note: "Wrong grant",
  });
  const { days } = await expectResponse<{ days: unknown[] }>(service, ACCOUNT.usage, { cookie: owner.cookie });
  expect(days).toEqual([]);
  expect((await runCommand(service.database.pool, "credits", "show", "--workspace", "Corrected")).lines).toEqual([
    "Corrected: 2 credits left of 10 credits; 0 credits used, corrected by -8 credits.",
  ]);
  expect(await runCommand(service.database.pool, "doctor")).toMatchObject({
    failed: false,
  });
});

it("refuses in one sentence what is no charge, and what is badly written", async () => {
  const entries = await readLedger(service.database.pool, account.workspaceId, 1_000);
  const [granted, entry = ""] = [entries.at(-1), entries[0]?.id];
  await expect(refund(granted?.id ?? "")).rejects.toThrow(/charged nothing, so there is nothing to refund\.$/);
  await expect(refund("0199c0de-0000-7000-8000-000000000000")).rejects.toThrow(/^The ledger has no entry with the id/);
  for (const [args, sentence] of [
    [["refund", "--entry", "7", "--reason", "r"], '--entry must be the id of an entry of the ledger; got "7".'],
    [["refund", "--entry", entry, "--reason", " "], "--reason is missing."],
    [
      ["refund", "--entry", entry, "--reason", "é".repeat(1_001)],
      "--reason has 1001 characters; at most 1000 are allowed.",
    ],
    [
      ["refund", "--entry", entry, "--reason", "r", "--amount", "0"],
      '--amount must be a whole number of at least 1; got "0".',
    ],
    [
      ["correct", "--workspace", "Ostermark", "--delta", "0", "--reason", "r"],
      "--delta must be a whole number such as 5, or --delta=-5, and not 0",
    ],
  ] as const)
    await expect(run("credits", ...args)).rejects.toThrow(sentence);
});
