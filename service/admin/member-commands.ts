/** Members of a workspace: listed, added without an invitation, given another role, removed. */
import { ROLES } from "@/lib/contract/account-people";
import { addMember, listMembers, removeMember, updateRole } from "@/service/accounts/members/members";
import { type Command, type Option, UsageError } from "./command";
import { email, findRequestedPerson, findRequestedWorkspace, withAccountErrors, workspace } from "./options";

const role: Option = { name: "role", value: ROLES.join("|"), help: "what they may do there", required: true };

export const MEMBER_COMMANDS: readonly Command[] = [
  {
    subject: "member",
    verb: "list",
    help: "Lists the members of a workspace.",
    options: [workspace],
    async run(pool, options) {
      const members = await listMembers(pool, (await findRequestedWorkspace(pool, options)).id);
      const lines = members.map(({ id, email, name, role, joinedAt }) => [id, email, name, role, joinedAt].join("  "));
      return { json: { members }, lines: lines.length > 0 ? lines : ["The workspace has no members."] };
    },
  },
  {
    subject: "member",
    verb: "add",
    help: "Adds somebody who is registered to a workspace, without an invitation.",
    options: [workspace, email, { ...role, help: `${role.help}; member when left out`, required: false }],
    async run(pool, options, now) {
      const selected = options.oneOf("role", ROLES) ?? "member";
      const [owner, person] = [await findRequestedWorkspace(pool, options), await findRequestedPerson(pool, options)];
      await withAccountErrors(addMember(pool, owner.id, person.id, selected, now));
      return {
        json: { id: person.id, email: person.email, role: selected },
        lines: [`${person.email} is in ${owner.name} as ${selected}.`],
      };
    },
  },
  {
    subject: "member",
    verb: "role",
    help: "Gives a member another role; a workspace keeps one owner.",
    options: [workspace, email, role],
    async run(pool, options) {
      const selected = options.oneOf("role", ROLES);
      if (selected === undefined) throw new UsageError(`--role must be ${ROLES.join(" or ")}.`);
      const [owner, person] = [await findRequestedWorkspace(pool, options), await findRequestedPerson(pool, options)];
      await withAccountErrors(updateRole(pool, owner.id, person.id, selected));
      return {
        json: { id: person.id, email: person.email, role: selected },
        lines: [`${person.email} is in ${owner.name} as ${selected}.`],
      };
    },
  },
  {
    subject: "member",
    verb: "remove",
    help: "Removes a member; within a second none of their sessions opens the workspace.",
    options: [workspace, email],
    async run(pool, options) {
      const [owner, person] = [await findRequestedWorkspace(pool, options), await findRequestedPerson(pool, options)];
      await withAccountErrors(removeMember(pool, owner.id, person.id));
      return {
        json: { id: person.id, email: person.email, removed: true },
        lines: [`${person.email} is no member of ${owner.name} any more.`],
      };
    },
  },
];
