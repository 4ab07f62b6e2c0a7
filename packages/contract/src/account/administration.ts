/**
 * Operators examine the installation and administer it in the dashboard as `npm run admin` does on the command line: each
 * read is a command that changes nothing, with its options as parameters, and each change is a command by its name.
 */
import * as z from "zod/mini";
import { connection } from "./connections";
import { forOperators } from "./endpoint";
import { accountKey } from "./keys";
import { member, personWorkspace } from "./people";
import { readonlyList, requestBody } from "./schemas";
import { ledgerEntry } from "./spending/credits";
import { webhook } from "./webhooks";

/** These commands change something. Who ran which is recorded, also on the command line. */
export const ADMIN_COMMANDS = [
  "credits grant",
  "credits refund",
  "credits correct",
  "person confirm",
  "person operator",
  "person disable",
  "person enable",
  "person unlock",
  "person sign-out",
  "person reset",
  "person delete",
  "member add",
  "member role",
  "member remove",
  "workspace create",
  "workspace set",
  "workspace rename",
  "workspace delete",
  "key create",
  "key revoke",
  "connection revoke",
  "webhook disable",
] as const;
export type AdminCommand = (typeof ADMIN_COMMANDS)[number];

/** Lists show at most this many items on a page; a search finds the others. */
export const MOST_LISTED = 100;

const action = z.object({
  id: z.string(),
  at: z.string(),
  /** The name of the operator; null on the command line, and once that person is deleted. */
  person: z.nullable(z.string()),
  command: z.string(),
  options: z.record(z.string(), z.string()),
  /** It failed when a rule forbade it, and is open while it runs or when its process ended. */
  outcome: z.enum(["open", "done", "failed"]),
});
export type OperatorAction = z.infer<typeof action>;

const finding = z.object({
  /** The finding is about this part of the installation, such as `ledger`. */
  about: z.string(),
  ok: z.boolean(),
  /** One or two sentences; those of a problem say what to do. */
  text: z.string(),
});
export type Finding = z.infer<typeof finding>;

const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  operator: z.boolean(),
  demo: z.boolean(),
  confirmed: z.boolean(),
  disabled: z.boolean(),
  createdAt: z.string(),
  workspaces: readonlyList(personWorkspace),
});
export type ListedPerson = z.infer<typeof person>;

const workspace = z.object({
  id: z.string(),
  name: z.string(),
  balance: z.number(),
  blocked: z.boolean(),
  members: readonlyList(z.object({ email: z.string(), role: z.string() })),
});
export type ListedWorkspace = z.infer<typeof workspace>;

const workspaceDetails = z.object({
  workspace,
  members: readonlyList(member),
  keys: readonlyList(accountKey),
  connections: readonlyList(connection),
  webhooks: readonlyList(webhook),
});
export type WorkspaceDetails = z.infer<typeof workspaceDetails>;

/** The ledger is that of the request or of the person where no workspace is named. */
export const LEDGER_OPTIONS = ["workspace", "request", "email", "since", "until", "before"] as const;

const foundLedger = z.object({
  workspace: z.object({ id: z.string(), name: z.string(), balance: z.number() }),
  /** The newest come first, at most as many as requested by `limit`. */
  entries: readonlyList(ledgerEntry),
  /** It is true when there are older ones. */
  more: z.exactOptional(z.literal(true)),
});
export type FoundLedger = z.infer<typeof foundLedger>;

const PATH = "/administration";

export const ADMINISTRATION = forOperators(true, {
  /** Examines the installation, as `doctor` does. */
  installation: {
    path: `${PATH}/installation`,
    response: z.object({ findings: readonlyList(finding), actions: readonlyList(action) }),
  },
  /** The parameters are `LEDGER_OPTIONS` and `limit`. */
  findLedger: { path: `${PATH}/ledger`, response: foundLedger },
  /** Finds the same entries, as a file. */
  foundLedgerCsv: { path: `${PATH}/ledger.csv`, file: true },
  /** The parameters are `search` and `limit`. */
  findPeople: { path: `${PATH}/people`, response: z.object({ people: readonlyList(person) }) },
  /** Everything that is stored about a person, as JSON. */
  personFile: { path: `${PATH}/people/:id/file`, file: true },
  findWorkspaces: { path: `${PATH}/workspaces`, response: z.object({ workspaces: readonlyList(workspace) }) },
  workspaceDetails: { path: `${PATH}/workspaces/:id`, response: workspaceDetails },
  /** Responds with what the command prints for people. */
  runAdminCommand: {
    method: "POST",
    path: `${PATH}/commands`,
    request: requestBody({
      command: z.enum(ADMIN_COMMANDS, "must be a command of administration"),
      options: z.record(z.string("must be text"), z.string("must be text")),
    }),
    response: z.object({ lines: readonlyList(z.string()) }),
  },
});
