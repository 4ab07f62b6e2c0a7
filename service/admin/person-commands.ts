import { LINK_HOURS } from "@dealflow/contract/account/people";
import type pg from "pg";
import { deletePerson } from "@/service/accounts/administration/delete-person";
import { exportPerson } from "@/service/accounts/administration/export-person";
import { createResetLink, setDisabled } from "@/service/accounts/administration/person-access";
import { clearAttempts } from "@/service/accounts/people/attempts";
import { markConfirmed } from "@/service/accounts/people/confirmation";
import { listPeople, setOperator } from "@/service/accounts/people/people-list";
import { deleteSessions } from "@/service/accounts/people/sessions";
import { inTransaction } from "@/service/store/transaction";
import { CommandError, type CommandResult, defineCommands, type OptionValues } from "./command";
import { email, findRequestedPerson, limit, personResult, readListOptions, search } from "./options";

export const PERSON_COMMANDS = defineCommands("person", {
  list: {
    help: "Lists all accounts with their workspaces, or those whose name or address contains a text.",
    options: [search("a part of the name or of the email address"), limit],
    async run(pool, options) {
      const people = await listPeople(pool, ...readListOptions(options));
      const lines = people.map(({ id, name, email, operator, demo, confirmed, disabled, workspaces }) => {
        const flags = [
          ...(disabled ? ["disabled"] : []),
          ...(operator ? ["operator"] : []),
          ...(demo ? ["demo account"] : []),
          ...(confirmed ? [] : ["address not confirmed"]),
        ];
        const memberships = workspaces.map((one) => `${one.name} (${one.role})`).join(", ") || "no workspace";
        return [id, email, name, ...flags, memberships].join("  ");
      });
      return { json: { people }, lines: lines.length > 0 ? lines : ["There are no such accounts."] };
    },
  },
  confirm: {
    help: "Confirms a person's address, which gives their workspace its first credits. For servers without email.",
    options: [email],
    async run(pool, options, now) {
      const person = await findRequestedPerson(pool, options);
      const first = await inTransaction(pool, (client) => markConfirmed(client, person.id, now));
      const line = first ? `Confirmed ${person.email}.` : `${person.email} was already confirmed.`;
      return personResult(person, { confirmed: true }, line);
    },
  },
  operator: {
    help: "Grants or removes operator rights for this installation. Takes effect within a second.",
    options: [
      email,
      { name: "operator", value: "true|false", help: "true: an operator from now on; false: no more", required: true },
    ],
    async run(pool, options) {
      const operator = options.choice("operator", ["true", "false"]) === "true";
      const person = await findRequestedPerson(pool, options);
      if (operator && !person.confirmed)
        throw new CommandError(`${person.email} hasn't confirmed this address, so it can't get operator rights.`);
      await setOperator(pool, person.id, operator);
      return personResult(person, { operator }, `${person.email} is ${operator ? "an operator" : "not an operator"}.`);
    },
  },
  disable: {
    help: "Keeps a person out: ends their sessions and stops the keys and MCP connections that they made. Takes effect within a second.",
    options: [email],
    run: (pool, options, now) => changeAccess(pool, options, true, now),
  },
  enable: {
    help: "Lets a disabled person in again, with their keys and MCP connections. Takes effect within a second.",
    options: [email],
    run: (pool, options, now) => changeAccess(pool, options, false, now),
  },
  unlock: {
    help: "Lets a person try to sign in again immediately, after too many wrong passwords.",
    options: [email],
    async run(pool, options) {
      const person = await findRequestedPerson(pool, options);
      // Addresses with too many attempts of any account have to wait.
      const cleared = await clearAttempts(pool, person.email, person.id);
      const line =
        cleared === 0
          ? `${person.email} has no failed attempts; a network with too many has to wait up to 15 minutes.`
          : `${person.email} may sign in again; ${cleared} ${cleared === 1 ? "count" : "counts"} of attempts cleared.`;
      return personResult(person, { cleared }, line);
    },
  },
  "sign-out": {
    help: "Ends all sessions of a person. Takes effect within a second.",
    options: [email],
    async run(pool, options) {
      const person = await findRequestedPerson(pool, options);
      const ended = await deleteSessions(pool, person.id);
      const line = `Ended ${ended} ${ended === 1 ? "session" : "sessions"} of ${person.email}.`;
      return personResult(person, { ended }, line);
    },
  },
  reset: {
    help: "Creates a link by which a person sets a new password once, to pass on to them. Using it ends their sessions and MCP connections, and confirms the address.",
    options: [email],
    async run(pool, options, now, { dashboardUrl }) {
      const person = await findRequestedPerson(pool, options);
      if (person.demo) throw new CommandError("The demo account has no password.");
      const link = await createResetLink(pool, { personId: person.id, dashboardUrl }, now);
      const warning = `The link works once, within ${LINK_HOURS.reset} hour. Anyone who has it can sign in as ${person.email}.`;
      return personResult(person, { link }, link, warning);
    },
  },
  export: {
    help: "Prints what is stored about a person as JSON: profile, memberships, sessions, keys, views, reports and use.",
    options: [email],
    async run(pool, options) {
      const data = await exportPerson(pool, (await findRequestedPerson(pool, options)).id);
      return { json: data, lines: [JSON.stringify(data, null, 2)] };
    },
  },
  delete: {
    help: "Deletes an account, its sessions, own views, MCP connections and keys. The ledger keeps what was used, without the name.",
    options: [email, { name: "confirm", value: "address", help: "the email address again", required: true }],
    async run(pool, options, now) {
      const person = await findRequestedPerson(pool, options);
      if (person.demo) throw new CommandError("The demo account is created by the start; start with DEMO=0 instead.");
      if (options.text("confirm").toLowerCase() !== person.email)
        throw new CommandError(`--confirm must repeat the address of the account, ${person.email}.`);
      const { empty } = await deletePerson(pool, person, now);
      const left = empty.map(({ id, name }) => `${name} (${id}) has no members now; workspace delete removes it.`);
      return personResult(person, { deleted: true, emptyWorkspaces: empty }, `Deleted ${person.email}.`, ...left);
    },
  },
});

async function changeAccess(
  pool: pg.Pool,
  options: OptionValues,
  disabled: boolean,
  now: Date,
): Promise<CommandResult> {
  const person = await findRequestedPerson(pool, options);
  const changed = await setDisabled(pool, person.id, disabled, now);
  const line = `${person.email} ${changed ? "is now" : "was already"} ${disabled ? "disabled" : "enabled"}.`;
  return personResult(person, { disabled }, line);
}
