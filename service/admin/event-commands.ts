/** Adding single events by hand. */
import { addEvent } from "@/service/ingest/add-event";
import { RowError } from "@/service/ingest/row-error";
import { type Command, CommandError } from "./command";

export const EVENT_COMMANDS: readonly Command[] = [
  {
    subject: "event",
    verb: "add",
    argument: "json",
    help: 'Adds one event and sends webhooks for it: {"kind":"funding","record":{…}}, as a line of npm run import -- jsonl.',
    options: [],
    async run(pool, options, now) {
      try {
        const outcome = await addEvent(pool, options.text("json"), now);
        return { json: { outcome }, lines: [`The event was ${outcome}.`] };
      } catch (error) {
        if (error instanceof RowError) throw new CommandError(error.message);
        throw error;
      }
    },
  },
];
