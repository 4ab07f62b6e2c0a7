import { removeDemoHistory } from "@/service/demo-history";
import { addEvent } from "@/service/ingest/add-event";
import { removeDemo } from "@/service/ingest/demo/load";
import { RowError } from "@/service/ingest/row-error";
import { refreshMetrics } from "@/service/metrics/refresh";
import { type Command, CommandError } from "./command";

export const DATA_COMMANDS: readonly Command[] = [
  {
    subject: "figures",
    verb: "refresh",
    help: "Refreshes the nightly metrics now: raised in 12 months, known people, prominence. The service does this at 02:00 UTC.",
    options: [],
    async run(pool, _options, now) {
      const created = await refreshMetrics(pool, now);
      const companies = created.companies.toLocaleString("en-US");
      return {
        json: created,
        lines: [`Refreshed the metrics of ${companies} companies in ${(created.ms / 1000).toFixed(1)} s.`],
      };
    },
  },
  {
    subject: "demo",
    verb: "remove",
    help: "Deletes the demo records and the views, watchlist, inbox and webhook that the demo account started with. Workspaces, keys and imported records are kept.",
    options: [],
    async run(pool) {
      await removeDemoHistory(pool);
      const removed = await removeDemo(pool);
      const lines = Object.entries(removed).map(([what, count]) => `${what}: ${count.toLocaleString("en-US")} removed`);
      return { json: removed, lines };
    },
  },
  {
    subject: "migrate",
    verb: "",
    help: "Brings the database to the schema of this version, as a start of the service does, and nothing else.",
    options: [],
    // The schema is brought up to date before any command runs.
    async run(pool) {
      const { rows } = await pool.query<{ name: string }>("select max(name) as name from schema_migrations");
      const schema = rows[0]?.name;
      return { json: { schema }, lines: [`The database has the schema ${schema}.`] };
    },
  },
  {
    subject: "event",
    verb: "add",
    argument: "json",
    help: "Adds one event and sends webhooks for it, or one company or investor: JSON as a line of npm run import -- jsonl.",
    options: [],
    async run(pool, options, now) {
      try {
        const { kind, outcome } = await addEvent(pool, options.text("json"), now);
        const noun = kind === "company" || kind === "investor" ? kind : "event";
        return { json: { outcome }, lines: [`The ${noun} was ${outcome}.`] };
      } catch (error) {
        if (error instanceof RowError) throw new CommandError(error.message);
        throw error;
      }
    },
  },
];
