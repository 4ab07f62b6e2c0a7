/** Runs the commands of `npm run admin` for operators in the dashboard (/account/v1/administration). */
import { ADMINISTRATION, type Finding, LEDGER_OPTIONS } from "@dealflow/contract/account/administration";
import type { ResponseOf } from "@dealflow/contract/account/endpoint";
import { quote } from "@dealflow/contract/query/quote";
import type { Context } from "hono";
import { listActions, runRecordedCommand } from "@/service/admin/actions";
import { CommandError, type CommandResult, parseCommand } from "@/service/admin/command";
import { COMMANDS } from "@/service/admin/commands";
import { UsageError } from "@/service/program-options";
import { RuleError } from "@/service/store/rule-error";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { handleEach } from "./endpoint-handlers";
import { respondFile } from "./request-input";

type FoundWorkspaces = ResponseOf<typeof ADMINISTRATION.findWorkspaces>;
type Options = Readonly<Record<string, string>>;

export const ADMINISTRATION_HANDLERS = handleEach(ADMINISTRATION, {
  installation: async (services, { c }) => {
    const { findings } = await read<{ findings: readonly Finding[] }>(services, c, "doctor", {});
    return { findings, actions: await listActions(services.pools.main) };
  },

  findLedger: (services, { c }) => read(services, c, "credits ledger", pickParameters(c, [...LEDGER_OPTIONS, "limit"])),

  foundLedgerCsv: async (services, { c }) => {
    const options = pickParameters(c, [...LEDGER_OPTIONS, "limit"]);
    const { lines } = await run(services, c, "credits ledger", options, ["--csv"]);
    return respondFile(c, "ledger.csv", `${lines.join("\n")}\n`);
  },

  findPeople: (services, { c }) => read(services, c, "person list", pickParameters(c, ["search", "limit"])),

  personFile: async (services, { c, id }) => {
    const { rows } = await services.pools.main.query<{ email: string }>("select email from users where id = $1", [id]);
    if (rows[0] === undefined) throw new ApiError("NOT_FOUND", `no account has the id ${quote(id)}`);
    const { lines } = await run(services, c, "person export", { email: rows[0].email });
    return respondFile(c, "person.json", `${lines.join("\n")}\n`);
  },

  findWorkspaces: (services, { c }) => read(services, c, "workspace list", pickParameters(c, ["search", "limit"])),

  workspaceDetails: async (services, { c, id }) => {
    const { workspaces } = await read<FoundWorkspaces>(services, c, "workspace list", { search: id });
    const workspace = workspaces.find((one) => one.id === id);
    if (workspace === undefined) throw new ApiError("NOT_FOUND", `no workspace has the id ${quote(id)}`);
    const parts = await Promise.all(
      ["member", "key", "connection", "webhook"].map((subject) =>
        read<object>(services, c, `${subject} list`, { workspace: id }),
      ),
    );
    return Object.assign({ workspace }, ...parts);
  },

  runAdminCommand: async (services, { c, body }) => {
    const { command, options } = await body();
    return { lines: [...(await run(services, c, command, options)).lines] };
  },
});

/** Returns the parameters with these names that were sent. */
function pickParameters(c: Context<Env>, names: readonly string[]): Options {
  return Object.fromEntries(Object.entries(c.req.query()).filter(([name, value]) => names.includes(name) && value));
}

/** The JSON of a command is what the endpoint's schema describes; the compiler knows it as an object. */
async function read<T>(services: Services, c: Context<Env>, command: string, options: Options): Promise<T> {
  return (await run(services, c, command, options)).json as T;
}

/** Errors of the command are those of the request, in the same words without the dashes of options. */
async function run(
  { pools, people, addresses, makesBackups }: Services,
  c: Context<Env>,
  command: string,
  options: Options,
  flags: readonly string[] = [],
): Promise<CommandResult> {
  const settings = {
    ...{ dashboardUrl: addresses.dashboardUrl, sendsMail: people.mail.enabled },
    ...{ demoAccount: people.demo, makesBackups },
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  try {
    const call = parseCommand([...command.split(" "), ...args, ...flags], COMMANDS);
    if (call === undefined) throw new UsageError("The command is missing.");
    return await runRecordedCommand(pools.main, call, {
      personId: c.get("viewer").personId,
      settings,
      now: new Date(),
    });
  } catch (error) {
    if (error instanceof UsageError) throw new ApiError("INVALID_INPUT", error.message.replaceAll(/--(?=[a-z])/g, ""));
    if (error instanceof CommandError || error instanceof RuleError)
      throw new ApiError("CONFLICT", error.message.replaceAll(/--(?=[a-z])/g, ""));
    throw error;
  }
}
