import type { ListedPerson } from "@dealflow/contract/account/administration";
import { MOST_NOTE } from "@dealflow/contract/account/record-reports";
import { characters } from "@dealflow/contract/query/syntax";
import { stringify } from "csv-stringify/sync";
import type pg from "pg";
import { findWorkspaceOfRequest, findWorkspaces, type Workspace } from "@/service/accounts/workspaces";
import { grantCredits, readBalance, readLedger } from "@/service/credits/ledger";
import { LEDGER_COLUMNS, toLedgerRow } from "@/service/credits/ledger-csv";
import { correctCredits, refundEntry } from "@/service/credits/refunds";
import { UsageError } from "@/service/program-options";
import { CommandError, defineCommands, type Option, type OptionValues } from "./command";
import { credits, email, findRequestedPerson, findRequestedWorkspace, workspace } from "./options";

/** This many entries of the ledger are shown when no number is given. */
const LEDGER_ENTRIES = 100;
const DAY_MS = 86_400_000;

const reason: Option = {
  name: "reason",
  value: "text",
  help: `why, for the members of the workspace; at most ${MOST_NOTE} characters`,
  required: true,
};

function readReason(options: OptionValues): string {
  const text = options.text("reason");
  if (characters(text) > MOST_NOTE)
    throw new UsageError(`--reason has ${characters(text)} characters; at most ${MOST_NOTE} are allowed.`);
  return text;
}

export const CREDITS_COMMANDS = defineCommands("credits", {
  grant: {
    help: "Adds credits to a workspace.",
    options: [workspace, { name: "amount", value: "count", help: "credits to add, 1 or more", required: true }],
    async run(pool, options, now) {
      const amount = options.count("amount", 1);
      const owner = await findRequestedWorkspace(pool, options);
      await grantCredits(pool, owner.id, amount, now);
      const balance = await readBalance(pool, owner.id);
      return {
        json: balance,
        lines: [`Granted ${credits(amount)} to ${owner.name}. Balance: ${credits(balance.balance)}.`],
      };
    },
  },
  refund: {
    help: "Gives a charge back, once. Its members see the reason in their ledger. Budgets and the use by day still count the charge.",
    options: [
      { name: "entry", value: "id", help: "the charge, as shown by credits ledger", required: true },
      { name: "amount", value: "count", help: "credits to give back (default: what is left of the charge)" },
      reason,
    ],
    async run(pool, options, now) {
      const id = options.uuid("entry", "the id of an entry of the ledger") ?? options.text("entry");
      const amount = options.flag("amount") ? options.count("amount", 1) : undefined;
      const refund = await refundEntry(pool, id, { amount, note: readReason(options) }, now);
      const before =
        refund.refundedBefore === 0 ? "" : `; ${refund.refundedBefore} came back for reported records before`;
      return {
        json: refund,
        lines: [
          `Refunded ${credits(refund.amount)} of ${refund.charged} to ${refund.workspace} by the entry ${refund.id}${before}. Balance: ${credits(refund.balance)}.`,
        ],
      };
    },
  },
  correct: {
    help: "Changes a balance by an entry that is neither a grant nor use. The members see the reason in their ledger.",
    options: [
      workspace,
      { name: "delta", value: "count", help: "credits to add, or to take with --delta=-5", required: true },
      reason,
    ],
    async run(pool, options, now) {
      const amount = options.change("delta");
      const note = readReason(options);
      const owner = await findRequestedWorkspace(pool, options);
      const { id, balance } = await correctCredits(pool, owner.id, { amount, note }, now);
      return {
        json: { id, amount, balance },
        lines: [
          `Corrected ${owner.name} by ${amount > 0 ? "+" : ""}${credits(amount)} by the entry ${id}. Balance: ${credits(balance)}.`,
        ],
      };
    },
  },
  show: {
    help: "Shows balance, credits granted, used and refunded, and corrections.",
    options: [workspace],
    async run(pool, options) {
      const owner = await findRequestedWorkspace(pool, options);
      const balance = await readBalance(pool, owner.id);
      const refunded = balance.refunded === 0 ? "" : `, ${credits(balance.refunded)} refunded`;
      const corrected = balance.corrected === 0 ? "" : `, corrected by ${credits(balance.corrected)}`;
      return {
        json: balance,
        lines: [
          `${owner.name}: ${credits(balance.balance)} left of ${credits(balance.granted)}; ${credits(balance.used)} used${refunded}${corrected}.`,
        ],
      };
    },
  },
  ledger: {
    help: "Shows the ledger of a workspace, newest first: all of it, of a request, of a person, or of some days (UTC).",
    options: [
      { ...workspace, help: "the workspace (default that of the request or of the person)", required: false },
      { name: "request", value: "id", help: "the X-Request-Id of a response" },
      { ...email, help: "the person who bought in the dashboard or by an MCP client", required: false },
      { name: "before", value: "id", help: "only entries before this one" },
      { name: "since", value: "day", help: "the first day, such as 2026-11-05" },
      { name: "until", value: "day", help: "the last day" },
      {
        name: "limit",
        value: "count",
        help: `maximum number of entries (default ${LEDGER_ENTRIES}; all with --csv, --since or --until)`,
      },
      { name: "csv", help: "print it as CSV" },
    ],
    async run(pool, options) {
      const isWhole = ["csv", "since", "until"].some((name) => options.flag(name)) && !options.flag("limit");
      const limit = isWhole ? undefined : options.count("limit", 1, LEDGER_ENTRIES);
      const requestId = options.uuid("request", "the X-Request-Id of a response");
      const before = options.uuid("before", "the id of an entry of the ledger");
      const [since, last] = [options.day("since"), options.day("until")];
      const person = options.flag("email") ? await findRequestedPerson(pool, options) : undefined;
      const owner = options.flag("workspace")
        ? await findRequestedWorkspace(pool, options)
        : await findLedgerOwner(pool, requestId, person);
      const until = last && new Date(last.getTime() + DAY_MS);
      const filter = { before, requestId, personId: person?.id, since, until };
      const read = await readLedger(pool, owner.id, limit && limit + 1, filter);
      const entries = read.slice(0, limit);
      const isCut = entries.length < read.length;
      const json = { workspace: owner, entries, ...(isCut && { more: true }) };
      if (options.flag("csv"))
        return { json, lines: [stringify([LEDGER_COLUMNS, ...entries.map(toLedgerRow)]).trimEnd()] };
      const lines = entries.map(
        ({ id, at, delta, balance, endpoint, requestId: request, person: buyer, client, note }) =>
          [id, at, delta, balance, endpoint, request, buyer, client, note].filter((part) => part !== null).join("  "),
      );
      if (isCut) lines.push(`There are more: --before ${entries.at(-1)?.id} shows older entries.`);
      return { json, lines: lines.length > 0 ? lines : [`The ledger of ${owner.name} has no such entry.`] };
    },
  },
});

async function findLedgerOwner(
  pool: pg.Pool,
  requestId: string | undefined,
  person: ListedPerson | undefined,
): Promise<Workspace> {
  if (requestId !== undefined) {
    const owner = await findWorkspaceOfRequest(pool, requestId);
    if (owner !== undefined) return owner;
    throw new CommandError(`No ledger has an entry of the request ${requestId}: it was not charged.`);
  }
  if (person === undefined)
    throw new UsageError("Name a workspace, a request or a person: --workspace, --request or --email.");
  const [only, ...others] = person.workspaces;
  if (only === undefined) throw new CommandError(`${person.email} is in no workspace; name one with --workspace.`);
  if (others.length > 0)
    throw new CommandError(
      `${person.email} is in ${person.workspaces.length} workspaces; name one with --workspace: ${person.workspaces.map(({ name }) => name).join(", ")}.`,
    );
  const [owner] = await findWorkspaces(pool, only.id);
  if (owner === undefined) throw new CommandError(`There is no workspace "${only.name}".`);
  return owner;
}
