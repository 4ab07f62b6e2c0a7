/** The doctor of an installation: what it finds when nothing is wrong, and when something is. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorkspace } from "@/service/accounts/workspaces";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { runCommand } from "./testing";

let database: TestDatabase;
let workspaceId: string;
beforeAll(async () => {
  database = await testDatabase();
  const workspace = await createWorkspace(database.pool, "Research", 1_000, new Date());
  if (workspace === undefined) throw new Error("the name is taken");
  workspaceId = workspace.id;
});
afterAll(() => database.drop());

const examine = () => runCommand(database.pool, "doctor");
/** Returns what it says while the change lasts. */
async function problemsAfter(change: string, undo: string): Promise<readonly string[]> {
  await database.pool.query(change);
  const { json, lines, failed } = await examine();
  await database.pool.query(undo);
  const problems = lines.filter((line) => line.startsWith("PROBLEM"));
  expect([json, failed]).toEqual([expect.objectContaining({ problems: problems.length }), true]);
  return problems;
}

it("finds nothing wrong in a new installation", async () => {
  expect(await examine()).toEqual({
    json: { problems: 0, findings: expect.any(Array) },
    lines: [
      expect.stringMatching(/^ok {7}version: Dealflow \d+\.\d+\.\d+ on Node\.js \d+\..*, schema \d{4}-.*\.$/),
      expect.stringMatching(/^ok {7}settings: The dashboard's address is http:.* SMTP_URL is not set\./),
      expect.stringMatching(/^ok {7}database: PostgreSQL \d+\.\d+.*, \d+ of \d+ connections used\.$/),
      "ok       clocks: This machine and the database have the same time.",
      "ok       ledger: The balances of 1 workspace are the sums of 1 entry.",
      "ok       webhooks: 0 deliveries due, 0 waiting for credits.",
      "ok       backups: None is scheduled (BACKUP_DIR or BACKUP_URL).",
      "Nothing is wrong.",
    ],
    failed: false,
  });
});

it("finds a balance that is not the sum of its entries", async () => {
  const set = (sql: string) => `update workspaces set ${sql}`;
  const [problem] = await problemsAfter(set("balance = balance + 5"), set("balance = balance - 5"));
  expect(problem).toMatch(/Research has 1,005 credits, and its ledger \(1 entry\) sums to 1,000\. Block it/);
  // An entry is missing.
  expect(await problemsAfter(set("ledger_sequence = 2"), set("ledger_sequence = 1"))).toHaveLength(1);
});

it("finds deliveries that nobody sends, and webhooks that were disabled", async () => {
  const id = newId();
  await database.pool.query(
    `insert into webhook_subscriptions (id, workspace_id, url, description, created_at) values ('${id}', '${workspaceId}', '', '', now());
     insert into webhook_events (id, event, record_id, record, test, created_at) values ('${id}', '', '${id}', '{}', true, now());
     insert into webhook_deliveries (id, workspace_id, subscription_id, event_id, state, next_attempt_at)
       values ('${id}', '${workspaceId}', '${id}', '${id}', 'pending', now() - interval '2 h')`,
  );
  const problems = await problemsAfter(
    "update webhook_subscriptions set disabled_at = now(), disabled_reason = 'failing'",
    `update webhook_subscriptions set disabled_at = null, disabled_reason = null;
     update webhook_deliveries set state = 'succeeded'`,
  );
  expect(problems).toEqual([
    expect.stringMatching(
      /1 delivery due, 0 waiting for credits\. The oldest has been due for 120 minutes: start a service/,
    ),
    expect.stringContaining("1 webhook disabled because the receiver failed for days."),
  ]);
  expect((await examine()).failed).toBe(false);
});

it("finds backups that fail, are late or are damaged", async () => {
  const success = { folder: "/b/dealflow-1", due: "", bytes: 1, seconds: 1 };
  const [late, recent] = [0, Date.now()].map((ms) => new Date(ms).toISOString());
  const store = (state: object) =>
    database.pool.query(
      "insert into settings (name, value) values ('scheduled backups', $1) on conflict (name) do update set value = excluded.value",
      [JSON.stringify({ failure: null, intact: 3, damaged: [], ...state })],
    );
  await store({ success: { ...success, takenAt: recent, notRestored: null } });
  expect((await examine()).lines).toContain(
    `ok       backups: The latest is of ${recent} in /b/dealflow-1, and it was restored to verify it. 3 kept.`,
  );
  await store({
    success: { ...success, takenAt: late, notRestored: "the role of the service may not create databases" },
    failure: { at: recent, message: "The disk is full." },
    damaged: ["/b/dealflow-0/users.copy.gz is damaged."],
  });
  expect((await examine()).lines.filter((line) => line.startsWith("PROBLEM"))).toEqual([
    `PROBLEM  backups: The latest is of ${late} in /b/dealflow-1, and its checksums are right (the role of the service may not create databases). 3 kept. It is more than 30 hours old: is a service with BACKUP_DIR or BACKUP_URL running?`,
    `PROBLEM  backups: The one of ${recent} failed: The disk is full. It is tried again every 10 minutes.`,
    "PROBLEM  backups: /b/dealflow-0/users.copy.gz is damaged. Delete or replace it, and examine its disk or storage.",
  ]);
});
