import { isUuid } from "@dealflow/contract/query/syntax";
import { stringify } from "csv-stringify/sync";
import { createKey, listKeys, revokeKey } from "@/service/accounts/keys";
import { grantCredits, readBalance, readLedger } from "@/service/credits/ledger";
import { LEDGER_COLUMNS, toLedgerRow } from "@/service/credits/ledger-csv";
import { UsageError } from "@/service/program-options";
import { type Command, CommandError } from "./command";
import { credits, email, findRequestedPerson, findRequestedWorkspace, workspace } from "./options";

export const KEY_COMMANDS: readonly Command[] = [
  {
    subject: "key",
    verb: "create",
    help: "Creates an API key and shows it once. The key itself is never stored.",
    options: [workspace, { name: "name", value: "name", help: "what the key is for", required: true }],
    async run(pool, options, now) {
      const owner = await findRequestedWorkspace(pool, options);
      const created = await createKey(pool, owner.id, options.text("name"), now);
      return { json: created, lines: [created.key, "This is the only time the key is shown."] };
    },
  },
  {
    subject: "key",
    verb: "list",
    help: "Lists the keys of a workspace by their last four characters.",
    options: [workspace],
    async run(pool, options, now) {
      const keys = await listKeys(pool, (await findRequestedWorkspace(pool, options)).id, now);
      const lines = keys.map((key) => {
        const state = key.revokedAt !== null ? `revoked ${key.revokedAt}` : `last used ${key.lastUsedAt ?? "never"}`;
        const text = key.lastFour === null ? "no text" : `…${key.lastFour}`;
        const end = key.revokedAt === null && key.expiresAt !== null ? `  expires ${key.expiresAt}` : "";
        return `${key.id}  ${text}  ${key.name}  created ${key.createdAt}  ${state}${end}`;
      });
      return { json: { keys }, lines: lines.length > 0 ? lines : ["The workspace has no keys."] };
    },
  },
  {
    subject: "key",
    verb: "revoke",
    help: "Revokes a key. All processes reject it within a second.",
    options: [workspace, { name: "key", value: "id", help: "the key's id, as shown by key list", required: true }],
    async run(pool, options, now) {
      const owner = await findRequestedWorkspace(pool, options);
      const id = options.text("key");
      if (!isUuid(id) || !(await revokeKey(pool, owner.id, id, now)))
        throw new CommandError(`The workspace ${owner.name} has no active key with the id "${id}".`);
      return { json: { id, revoked: true }, lines: [`Revoked key ${id}.`] };
    },
  },
];

/** This many entries of the ledger are shown when no number is given. */
const LEDGER_ENTRIES = 100;
const DAY_MS = 86_400_000;

export const CREDITS_COMMANDS: readonly Command[] = [
  {
    subject: "credits",
    verb: "grant",
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
  {
    subject: "credits",
    verb: "show",
    help: "Shows balance, credits granted, credits used and credits refunded.",
    options: [workspace],
    async run(pool, options) {
      const owner = await findRequestedWorkspace(pool, options);
      const balance = await readBalance(pool, owner.id);
      return {
        json: balance,
        lines: [
          `${owner.name}: ${credits(balance.balance)} left of ${credits(balance.granted)}; ${credits(balance.used)} used${balance.refunded === 0 ? "" : `, ${credits(balance.refunded)} refunded`}.`,
        ],
      };
    },
  },
  {
    subject: "credits",
    verb: "ledger",
    help: "Shows the ledger, newest first: all of it, of a request, of a person, or of some days (UTC).",
    options: [
      workspace,
      { name: "request", value: "id", help: "the X-Request-Id of a response", required: false },
      { ...email, help: "the person who bought in the dashboard or by an MCP client", required: false },
      { name: "since", value: "day", help: "the first day, such as 2026-11-05", required: false },
      { name: "until", value: "day", help: "the last day", required: false },
      { name: "limit", value: "count", help: `maximum number of entries (default ${LEDGER_ENTRIES})`, required: false },
      { name: "csv", value: null, help: "print it as CSV", required: false },
    ],
    async run(pool, options) {
      const limit = options.count("limit", 1, LEDGER_ENTRIES);
      const requestId = options.flag("request") ? options.text("request") : undefined;
      if (requestId !== undefined && !isUuid(requestId))
        throw new UsageError(`--request must be the X-Request-Id of a response; got "${requestId}".`);
      const [since, last] = [options.day("since"), options.day("until")];
      const owner = await findRequestedWorkspace(pool, options);
      const person = options.flag("email") ? await findRequestedPerson(pool, options) : undefined;
      const until = last && new Date(last.getTime() + DAY_MS);
      const filter = { requestId, personId: person?.id, since, until };
      const entries = await readLedger(pool, owner.id, limit, filter);
      if (options.flag("csv"))
        return { json: { entries }, lines: [stringify([LEDGER_COLUMNS, ...entries.map(toLedgerRow)]).trimEnd()] };
      const lines = entries.map(({ at, delta, balance, endpoint, requestId: request, person: buyer, client }) =>
        [at, delta, balance, endpoint, request, buyer, client].filter((part) => part !== null).join("  "),
      );
      return { json: { entries }, lines: lines.length > 0 ? lines : ["The ledger has no such entry."] };
    },
  },
];
