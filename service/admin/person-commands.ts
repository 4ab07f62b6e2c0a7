/** People: listed, and made operators. */

import { listPeople, setOperator } from "@/service/accounts/people/people-list";
import { UsageError } from "@/service/program-options";
import { type Command, CommandError } from "./command";
import { email, findRequestedPerson } from "./options";

export const PERSON_COMMANDS: readonly Command[] = [
  {
    subject: "person",
    verb: "list",
    help: "Lists all accounts with their workspaces.",
    options: [],
    async run(pool) {
      const people = await listPeople(pool);
      const lines = people.map(({ id, name, email, operator, demo, confirmed, workspaces }) => {
        const flags = [
          ...(operator ? ["operator"] : []),
          ...(demo ? ["demo account"] : []),
          ...(confirmed ? [] : ["address not confirmed"]),
        ];
        const memberships = workspaces.map((one) => `${one.name} (${one.role})`).join(", ") || "no workspace";
        return [id, email, name, ...flags, memberships].join("  ");
      });
      return { json: { people }, lines: lines.length > 0 ? lines : ["There are no accounts yet."] };
    },
  },
  {
    subject: "person",
    verb: "operator",
    help: "Grants or removes operator rights for this installation. Takes effect within a second.",
    options: [
      email,
      { name: "operator", value: "true|false", help: "true: an operator from now on; false: no more", required: true },
    ],
    async run(pool, options) {
      const operator = options.oneOf("operator", ["true", "false"]);
      if (operator === undefined) throw new UsageError("--operator must be true or false.");
      const person = await findRequestedPerson(pool, options);
      if (operator === "true" && !person.confirmed)
        throw new CommandError(`${person.email} hasn't confirmed this address, so it can't get operator rights.`);
      await setOperator(pool, person.id, operator === "true");
      return {
        json: { id: person.id, email: person.email, operator: operator === "true" },
        lines: [`${person.email} is ${operator === "true" ? "an operator" : "not an operator"}.`],
      };
    },
  },
];
