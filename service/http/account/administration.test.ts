/** Administration by operators in the dashboard: the commands of the command line over HTTP, and the record of them. */
import {
  ADMIN_COMMANDS,
  ADMINISTRATION,
  type FoundLedger,
  type ListedPerson,
  type ListedWorkspace,
  type OperatorAction,
  type WorkspaceDetails,
} from "@dealflow/contract/account/administration";
import { type AccountEndpoint, parseAccountResponse } from "@dealflow/contract/account/endpoint";
import { CREDITS_PAGES } from "@dealflow/contract/account/spending/credits";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setOperator } from "@/service/accounts/people/people-list";
import { listActions, runRecordedCommand } from "@/service/admin/actions";
import { parseCommand } from "@/service/admin/command";
import { COMMANDS } from "@/service/admin/commands";
import { requestAccount, requestAccountFeed } from "../testing/account";
import { expectResponse } from "../testing/expect-response";
import { insertRound } from "../testing/fixtures";
import { type TestAccount, type TestService, testService } from "../testing/service";

let service: TestService;
let operator: TestAccount;
let customer: TestAccount;
beforeAll(async () => {
  service = await testService();
  operator = await service.account(10, { name: "Operations" });
  customer = await service.account(10, { name: "Ostermark" });
  await setOperator(service.database.pool, operator.personId, true);
  for (let index = 0; index < 3; index++) await insertRound(service.database.pool, `Company ${index}`);
});
afterAll(() => service.stop());

/** Reads an endpoint by its schema. */
async function read<T>(endpoint: AccountEndpoint, search = "", id?: string): Promise<T> {
  const value = await expectResponse<T>(service, endpoint, { cookie: operator.cookie, search, ...(id && { id }) });
  expect(parseAccountResponse(endpoint, value)).toEqual({ value });
  return value;
}
const run = (command: string, options: Record<string, string>) =>
  requestAccount(service, ADMINISTRATION.runAdminCommand, { cookie: operator.cookie, body: { command, options } });
const findLedger = (search: string) => read<FoundLedger>(ADMINISTRATION.findLedger, `?${search}`);
const actions = async () => (await read<{ actions: OperatorAction[] }>(ADMINISTRATION.installation)).actions;

it("offers commands that exist", () => {
  const known = COMMANDS.map(({ subject, verb }) => `${subject} ${verb}`);
  expect(ADMIN_COMMANDS.filter((command) => !known.includes(command))).toEqual([]);
});

it("finds a charge by its request, refunds it once, and the customer has the credits back", async () => {
  const bought = await requestAccountFeed(service, "/v1/funding-events?limit=2", customer.cookie);
  const requestId = bought.headers.get("X-Request-Id") ?? "";
  const found = await findLedger(`request=${requestId}`);
  expect(found).toMatchObject({ workspace: { name: "Ostermark", balance: 8 }, entries: [{ requestId, delta: -2 }] });
  const entry = found.entries[0]?.id ?? "";

  const refund = { entry, reason: "Charged twice." };
  expect(await (await run("credits refund", refund)).json()).toEqual({
    lines: [expect.stringMatching(/^Refunded 2 credits of 2 to Ostermark .* Balance: 10 credits\.$/)],
  });
  const again = await run("credits refund", refund);
  expect([again.status, await again.json()]).toMatchObject([
    409,
    { error: { message: expect.stringMatching(/before/) } },
  ]);
  // The refund stands above its charge, although it belongs to no request.
  expect(await findLedger(`request=${requestId}&limit=1`)).toMatchObject({
    entries: [{ refundOf: entry, note: "Charged twice.", delta: 2 }],
  });
  expect(
    await findLedger(`request=${requestId}&before=${(await findLedger(`request=${requestId}`)).entries[0]?.id}`),
  ).toMatchObject({
    entries: [{ id: entry }],
  });
  const file = await requestAccount(service, ADMINISTRATION.foundLedgerCsv, {
    cookie: operator.cookie,
    search: `?request=${requestId}`,
  });
  expect((await file.text()).trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^time,request id/),
    expect.stringContaining("Charged twice."),
    expect.stringContaining(requestId),
  ]);
  // Both attempts are on record, with the operator's name.
  const [second, first] = await actions();
  expect([first, second]).toMatchObject([
    { command: "credits refund", options: refund, outcome: "done", person: expect.any(String) },
    { command: "credits refund", options: refund, outcome: "failed" },
  ]);
});

it("finds people and workspaces, and what a workspace uses", async () => {
  const { workspaces } = await read<{ workspaces: ListedWorkspace[] }>(ADMINISTRATION.findWorkspaces, "?search=osterm");
  expect(workspaces).toMatchObject([{ id: customer.workspaceId, blocked: false, members: [{ role: "owner" }] }]);
  const { people } = await read<{ people: ListedPerson[] }>(ADMINISTRATION.findPeople, `?search=${customer.email}`);
  expect(people).toMatchObject([{ id: customer.personId, workspaces: [{ name: "Ostermark" }], disabled: false }]);
  const details = await read<WorkspaceDetails>(ADMINISTRATION.workspaceDetails, "", customer.workspaceId);
  expect(details).toMatchObject({ workspace: { name: "Ostermark" }, members: [{ id: customer.personId }] });
  const key = details.keys.find(({ id }) => id === customer.keyId);
  expect(JSON.stringify(details)).not.toContain(customer.key);
  // What is used by a program is stopped by its id.
  expect((await run("key revoke", { workspace: customer.workspaceId, key: key?.id ?? "" })).status).toBe(200);
  const after = await read<WorkspaceDetails>(ADMINISTRATION.workspaceDetails, "", customer.workspaceId);
  expect(after.keys.find(({ id }) => id === customer.keyId)?.revokedAt).toEqual(expect.any(String));
});

it("keeps a person out, lets them in again, hands out what is stored, and forgets them", async () => {
  const { email, personId } = await service.person(customer.workspaceId, "member", "Ines");
  expect((await run("person disable", { email })).status).toBe(200);
  const { people } = await read<{ people: ListedPerson[] }>(ADMINISTRATION.findPeople, `?search=${email}`);
  expect(people).toMatchObject([{ disabled: true }]);
  expect((await run("person enable", { email })).status).toBe(200);
  const file = await requestAccount(service, ADMINISTRATION.personFile, { cookie: operator.cookie, id: personId });
  expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="person.json"');
  expect(await file.json()).toMatchObject({
    profile: [{ email }],
    operatorActions: [{ command: "person disable" }, {}],
  });
  expect((await run("person delete", { email, confirm: email })).status).toBe(200);
  // What operators did stays on record without the address.
  expect(JSON.stringify(await actions())).not.toContain(email);
  expect((await actions())[0]).toMatchObject({ command: "person delete", options: {}, outcome: "done" });
});

it("records a grant to one's own workspace", async () => {
  const { cookie } = operator;
  await expectResponse(service, CREDITS_PAGES.grant, { cookie, body: { amount: 7 } });
  expect((await listActions(service.database.pool))[0]).toMatchObject({
    ...{ command: "credits grant", options: { amount: "7" }, person: expect.any(String), outcome: "done" },
  });
});

it("records commands of the command line without a name", async () => {
  const call = parseCommand(["credits", "grant", "--workspace", "Ostermark", "--amount", "3"], COMMANDS);
  if (call === undefined) throw new Error("help was requested");
  const settings = { dashboardUrl: "", sendsMail: false, demoAccount: false, makesBackups: false };
  await runRecordedCommand(service.database.pool, call, { personId: null, settings, now: new Date() });
  expect((await listActions(service.database.pool))[0]).toMatchObject({
    ...{ command: "credits grant", options: { workspace: "Ostermark", amount: "3" }, person: null, outcome: "done" },
  });
});

it.each([
  ["person list", {}, "command: must be a command of administration"],
  ["demo remove", {}, "command: must be a command of administration"],
  ["credits grant", { workspace: "Ostermark", amount: "-1" }, 'amount must be a whole number of at least 1; got "-1".'],
  ["credits grant", { workspace: "Ostermark" }, "amount is missing: npm run admin"],
  ["credits grant", { workspace: "Ostermark", amount: "1", json: "" }, "json takes no value"],
  ["credits grant", { workspace: "Ostermark", amount: "1", help: "1" }, "Unknown option help"],
])("refuses %s with %j", async (command, options, sentence) => {
  const { balance } = (await findLedger("workspace=Ostermark")).workspace;
  const response = await run(command, options);
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { code: "INVALID_INPUT", message: expect.stringContaining(sentence) } },
  ]);
  expect((await findLedger("workspace=Ostermark")).workspace.balance).toBe(balance);
});
