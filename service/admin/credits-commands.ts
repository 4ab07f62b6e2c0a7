/** Credits of a workspace. */
import { grantCredits, readBalance, readLedger } from "@/service/credits/ledger";
import type { Command } from "./command";
import { credits, findRequestedWorkspace, workspace } from "./options";

/** Entries of the ledger shown when no number is given. */
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
    help: "Shows balance, credits granted and credits used.",
    options: [workspace],
    async run(pool, options) {
      const owner = await findRequestedWorkspace(pool, options);
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
