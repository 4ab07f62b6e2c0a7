/** Parses the commands about schedules. */
import { UsageError } from "@/service/program-options";
import { parseInterval } from "../schedules/address";

interface Values {
  readonly every?: string;
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly due?: boolean;
}

const ACTIONS = ["add", "list", "remove", "pause", "resume", "run"] as const;

/** Throws `UsageError`. */
export function readSchedule([name, subject, extra]: readonly string[], given: Values) {
  const action = ACTIONS.find((one) => one === name);
  if (action === undefined) throw new UsageError(`schedule ${name ?? ""} must be one of ${ACTIONS.join(", ")}.`);
  const unexpected = action === "list" ? subject : extra;
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument "${unexpected}".`);
  return { command: "schedule" as const, action: readAction(action, subject, given), json: given.json === true };
}

function readAction(
  name: (typeof ACTIONS)[number],
  subject: string | undefined,
  { every, yes = false, due = false }: Values,
) {
  if (name === "list") return { name };
  if (subject === undefined)
    throw new UsageError(
      name === "add"
        ? "The address or folder is missing: schedule add <address> --every 1d."
        : `The schedule is missing: schedule ${name} <id>; see schedule list.`,
    );
  if (name === "run") return { name, id: subject, yes, onlyDue: due };
  if (name !== "add") return { name, id: subject };
  const everySeconds = every === undefined ? undefined : parseInterval(every);
  if (everySeconds === undefined)
    throw new UsageError(`--every "${every ?? ""}" must be an interval such as 15m, 1h, 1d or 2w, of at most a year.`);
  return { name, address: subject, everySeconds };
}
