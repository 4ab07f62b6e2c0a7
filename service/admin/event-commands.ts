/** Adding single events by hand. */
import { addEvent } from "@/service/ingest/add-event";
import type { Kind } from "@/service/ingest/fields";
import { RowError } from "@/service/ingest/row-error";
import { type Command, CommandError } from "./command";

const NOUN = {
  funding: "event",
  acquisition: "event",
  exec_move: "event",
  company: "company",
  investor: "investor",
} as const satisfies Record<Kind, string>;

export const EVENT_COMMANDS: readonly Command[] = [
  {
    subject: "event",
    verb: "add",
    argument: "json",
    help: "Adds one event and sends webhooks for it, or one company or investor: JSON as a line of npm run import -- jsonl.",
    options: [],
    async run(pool, options, now) {
      try {
        const { kind, outcome } = await addEvent(pool, options.text("json"), now);
        return { json: { outcome }, lines: [`The ${NOUN[kind]} was ${outcome}.`] };
      } catch (error) {
        if (error instanceof RowError) throw new CommandError(error.message);
        throw error;
      }
    },
  },
];
