import { isUuid } from "@dealflow/contract/query/syntax";
import { createKey, listKeys, revokeKey } from "@/service/accounts/keys";
import { grantCredits, readBalance, readLedger } from "@/service/credits/ledger";
import { type Command, CommandError } from "./command";
import { credits, findRequestedWorkspace, workspace } from "./options";

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
    help: "Shows the ledger, newest first.",
    options: [
      workspace,
      { name: "limit", value: "count", help: `maximum number of entries (default ${LEDGER_ENTRIES})`, required: false },
    ],
    async run(pool, options) {
      const limit = options.count("limit", 1, LEDGER_ENTRIES);
      const entries = await readLedger(pool, (await findRequestedWorkspace(pool, options)).id, limit);
      const lines = entries.map((entry) =>
        `${entry.at}  ${entry.delta}  ${entry.balance}  ${entry.endpoint}  ${entry.requestId ?? ""}`.trimEnd(),
      );
      return { json: { entries }, lines: lines.length > 0 ? lines : ["The ledger is empty."] };
    },
  },
];
