/** Records who changed what by a command, on the command line or in the dashboard. */
import {
  ADMIN_COMMANDS,
  type AdminCommand,
  MOST_LISTED,
  type OperatorAction,
} from "@dealflow/contract/account/administration";
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { queryItems } from "@/service/store/query-items";
import type { Command, CommandResult, CommandSettings, ParsedCommand } from "./command";

interface Action {
  readonly command: AdminCommand;
  readonly options: Readonly<Record<string, unknown>>;
  /** This operator acts; null on the command line. */
  readonly personId: string | null;
  readonly now: Date;
}

/** Does something that is recorded before it begins, and how it ended afterwards. */
export async function runRecorded<T>(pool: pg.Pool, action: Action, work: () => Promise<T>): Promise<T> {
  const { command, options, personId, now } = action;
  const id = newId();
  await pool.query("insert into operator_actions (id, person_id, command, options, at) values ($1, $2, $3, $4, $5)", [
    id,
    personId,
    command,
    JSON.stringify(options),
    now,
  ]);
  const end = (outcome: OperatorAction["outcome"]) =>
    pool.query("update operator_actions set outcome = $2 where id = $1", [id, outcome]);
  try {
    const result = await work();
    await end("done");
    return result;
  } catch (error) {
    await end("failed");
    throw error;
  }
}

/**
 * Runs a command, and records one that changes something.
 * @param personId the operator; null on the command line
 */
export async function runRecordedCommand(
  pool: pg.Pool,
  { command, options }: Pick<ParsedCommand<Command>, "command" | "options">,
  {
    personId,
    settings,
    now,
  }: { readonly personId: string | null; readonly settings: CommandSettings; readonly now: Date },
): Promise<CommandResult> {
  const name = `${command.subject} ${command.verb}`;
  const run = () => command.run(pool, options, now, settings);
  const change = ADMIN_COMMANDS.find((one) => one === name);
  return change ? runRecorded(pool, { command: change, options: options.values, personId, now }, run) : run();
}

export function listActions(pool: pg.Pool): Promise<OperatorAction[]> {
  return queryItems(
    pool,
    `select a.id, a.at, u.name as person, a.command, a.options, a.outcome
     from operator_actions a left join users u on u.id = a.person_id order by a.id desc limit $1`,
    [MOST_LISTED],
  );
}
