/** The administration commands: workspaces, keys, credits, the nightly figures, the demo data set. */
import type pg from "pg";
import { type Plan, RATE_LIMITS } from "@/lib/contract/limits";
import { isUuid } from "@/lib/contract/syntax";
import { createKey, listKeys, revokeKey } from "@/service/accounts/keys";
import {
  createWorkspace,
  findWorkspace,
  listWorkspaces,
  setWorkspace,
  type Workspace,
} from "@/service/accounts/workspaces";
import { grantCredits, readBalance, readLedger } from "@/service/credits/ledger";
import { refreshFigures } from "@/service/figures/refresh";
import { removeDemo } from "@/service/ingest/demo/load";
import { type Command, type Given, type Option, Refusal, UsageError } from "./command";

const workspace: Option = { name: "workspace", value: "id or name", help: "the workspace", required: true };

const PLANS = ["free", "paid"] as const satisfies readonly Plan[];
/** What a workspace's own limits may be; 1,000,000,000 is as good as none. */
const LIMITS = [1, 1_000_000_000] as const;

/** Entries of the ledger shown when no number is given. */
const LEDGER_ENTRIES = 100;

async function workspaceOf(pool: pg.Pool, given: Given): Promise<Workspace> {
  const wanted = given.text("workspace");
  const found = await findWorkspace(pool, wanted);
  if (found === undefined) throw new Refusal(`There is no workspace "${wanted}".`);
  return found;
}

function limitsOf(plan: Plan): string {
  return `${plan}: ${RATE_LIMITS[plan].perMinute} requests a minute`;
}

function credits(count: number): string {
  return `${count.toLocaleString("en-US")} ${Math.abs(count) === 1 ? "credit" : "credits"}`;
}

export const COMMANDS: readonly Command[] = [
  {
    subject: "workspace",
    verb: "create",
    help: "Makes a workspace, with a first grant of credits.",
    options: [
      { name: "name", value: "name", help: "its name, not yet taken", required: true },
      { name: "credits", value: "count", help: "credits granted at once; 0 when left out", required: false },
      {
        name: "plan",
        value: PLANS.join("|"),
        help: `${limitsOf("free")}, or ${limitsOf("paid")}; free when left out`,
        required: false,
      },
    ],
    async run(pool, given, now) {
      const name = given.text("name");
      const made = await createWorkspace(pool, name, given.count("credits", 0, 0), now, given.oneOf("plan", PLANS));
      if (made === undefined) throw new Refusal(`A workspace named "${name}" exists already.`);
      return { json: made, lines: [`Workspace ${made.name} (${made.id}) has ${credits(made.balance)}.`] };
    },
  },
  {
    subject: "workspace",
    verb: "set",
    help: "Changes a workspace's plan and limits, or blocks it; every process follows within a second.",
    options: [
      workspace,
      { name: "plan", value: PLANS.join("|"), help: "whose limits hold where it has none of its own", required: false },
      {
        name: "rate",
        value: "count|plan",
        help: "requests a minute of its own, or those of its plan",
        required: false,
      },
      {
        name: "burst",
        value: "count|plan",
        help: "requests at once of its own, or those of its plan",
        required: false,
      },
      { name: "blocked", value: "true|false", help: "true: every request is answered with 403", required: false },
    ],
    async run(pool, given) {
      const blocked = given.oneOf("blocked", ["true", "false"]);
      const change = {
        plan: given.oneOf("plan", PLANS),
        rate: given.countOr("rate", LIMITS, "plan"),
        burst: given.countOr("burst", LIMITS, "plan"),
        blocked: blocked === undefined ? undefined : blocked === "true",
      };
      if (Object.values(change).every((value) => value === undefined))
        throw new UsageError("workspace set changes nothing without --plan, --rate, --burst or --blocked.");
      const owner = await workspaceOf(pool, given);
      const set = await setWorkspace(pool, owner.id, change);
      const [rate, burst] = [set.rate.toLocaleString("en-US"), set.burst.toLocaleString("en-US")];
      const state = set.blocked ? "blocked" : "not blocked";
      return {
        json: set,
        lines: [`${owner.name}: plan ${set.plan}, ${rate} requests a minute, ${burst} at once, ${state}.`],
      };
    },
  },
  {
    subject: "workspace",
    verb: "list",
    help: "Lists all workspaces with their balances.",
    options: [],
    async run(pool) {
      const workspaces = await listWorkspaces(pool);
      const lines = workspaces.map((item) => `${item.id}  ${item.name}  ${credits(item.balance)}`);
      return { json: { workspaces }, lines: lines.length > 0 ? lines : ["There is no workspace yet."] };
    },
  },
  {
    subject: "key",
    verb: "create",
    help: "Makes an API key and shows it, once: it is stored nowhere.",
    options: [workspace, { name: "name", value: "name", help: "what the key is for", required: true }],
    async run(pool, given, now) {
      const owner = await workspaceOf(pool, given);
      const made = await createKey(pool, owner.id, given.text("name"), now);
      return { json: made, lines: [made.key, "This is the only time the key is shown."] };
    },
  },
  {
    subject: "key",
    verb: "list",
    help: "Lists the keys of a workspace by their last four characters.",
    options: [workspace],
    async run(pool, given, now) {
      const keys = await listKeys(pool, (await workspaceOf(pool, given)).id, now);
      const lines = keys.map((key) => {
        const state = key.revokedAt !== null ? `revoked ${key.revokedAt}` : `last used ${key.lastUsedAt ?? "never"}`;
        const text = key.lastFour === null ? "no text" : `…${key.lastFour}`;
        return `${key.id}  ${text}  ${key.name}  made ${key.createdAt}  ${state}`;
      });
      return { json: { keys }, lines: lines.length > 0 ? lines : ["The workspace has no key yet."] };
    },
  },
  {
    subject: "key",
    verb: "revoke",
    help: "Revokes a key; within a second no process accepts it any more.",
    options: [workspace, { name: "key", value: "id", help: "the key's id, as key list shows it", required: true }],
    async run(pool, given, now) {
      const owner = await workspaceOf(pool, given);
      const id = given.text("key");
      if (!isUuid(id) || !(await revokeKey(pool, owner.id, id, now)))
        throw new Refusal(`The workspace ${owner.name} has no working key with the id "${id}".`);
      return { json: { id, revoked: true }, lines: [`Key ${id} is revoked.`] };
    },
  },
  {
    subject: "credits",
    verb: "grant",
    help: "Adds credits to a workspace.",
    options: [workspace, { name: "amount", value: "count", help: "credits to add, 1 or more", required: true }],
    async run(pool, given, now) {
      const amount = given.count("amount", 1);
      const owner = await workspaceOf(pool, given);
      await grantCredits(pool, owner.id, amount, now);
      const balance = await readBalance(pool, owner.id);
      return {
        json: balance,
        lines: [`${owner.name} was granted ${credits(amount)} and has ${credits(balance.balance)}.`],
      };
    },
  },
  {
    subject: "credits",
    verb: "show",
    help: "Shows balance, credits granted and credits used.",
    options: [workspace],
    async run(pool, given) {
      const owner = await workspaceOf(pool, given);
      const balance = await readBalance(pool, owner.id);
      return {
        json: balance,
        lines: [
          `${owner.name}: ${credits(balance.balance)} left of ${credits(balance.granted)}; ${credits(balance.used)} used.`,
        ],
      };
    },
  },
  {
    subject: "credits",
    verb: "ledger",
    help: "Shows the ledger, newest first.",
    options: [
      workspace,
      { name: "limit", value: "count", help: `entries at most; ${LEDGER_ENTRIES} when left out`, required: false },
    ],
    async run(pool, given) {
      const limit = given.count("limit", 1, LEDGER_ENTRIES);
      const entries = await readLedger(pool, (await workspaceOf(pool, given)).id, limit);
      const lines = entries.map((entry) =>
        `${entry.at}  ${entry.delta}  ${entry.balance}  ${entry.endpoint}  ${entry.requestId ?? ""}`.trimEnd(),
      );
      return { json: { entries }, lines: lines.length > 0 ? lines : ["The ledger is empty."] };
    },
  },
  {
    subject: "figures",
    verb: "refresh",
    help: "Makes the nightly figures now: raised in 12 months, known people, prominence. The service does so at 02:00 UTC.",
    options: [],
    async run(pool, _given, now) {
      const made = await refreshFigures(pool, now);
      const companies = made.companies.toLocaleString("en-US");
      return { json: made, lines: [`Figures of ${companies} companies, made in ${(made.ms / 1000).toFixed(1)} s.`] };
    },
  },
  {
    subject: "demo",
    verb: "remove",
    help: "Deletes the demo records, and only those; workspaces, keys and imported records stay.",
    options: [],
    async run(pool) {
      const removed = await removeDemo(pool);
      const lines = Object.entries(removed).map(([what, count]) => `${what}: ${count.toLocaleString("en-US")} removed`);
      return { json: removed, lines };
    },
  },
];
