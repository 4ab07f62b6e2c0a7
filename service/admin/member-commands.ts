/** Members of a workspace: listed, added without an invitation, given another role, removed. */
import { ROLES } from "@/lib/contract/account-people";
import { addMember, listMembers, removeMember, updateRole } from "@/service/accounts/members/members";
import { type Command, type Option, UsageError } from "./command";
import { allowed, email, personOf, workspace, workspaceOf } from "./options";

const role: Option = { name: "role", value: ROLES.join("|"), help: "what they may do there", required: true };

export const MEMBER_COMMANDS: readonly Command[] = [
  {
    subject: "member",
    verb: "list",
    help: "Lists the members of a workspace.",
    options: [workspace],
    async run(pool, given) {
      const members = await listMembers(pool, (await workspaceOf(pool, given)).id);
      const lines = members.map(({ id, email, name, role, joinedAt }) => [id, email, name, role, joinedAt].join("  "));
      return { json: { members }, lines: lines.length > 0 ? lines : ["The workspace has no members."] };
    },
  },
  {
    subject: "member",
    verb: "add",
    help: "Adds somebody who is registered to a workspace, without an invitation.",
    options: [workspace, email, { ...role, help: `${role.help}; member when left out`, required: false }],
    async run(pool, given, now) {
      const chosen = given.oneOf("role", ROLES) ?? "member";
      const [owner, person] = [await workspaceOf(pool, given), await personOf(pool, given)];
      await allowed(addMember(pool, owner.id, person.id, chosen, now));
      return {
        json: { id: person.id, email: person.email, role: chosen },
        lines: [`${person.email} is in ${owner.name} as ${chosen}.`],
      };
    },
  },
  {
    subject: "member",
    verb: "role",
    help: "Gives a member another role; a workspace keeps one owner.",
    options: [workspace, email, role],
    async run(pool, given) {
      const chosen = given.oneOf("role", ROLES);
      if (chosen === undefined) throw new UsageError(`--role must be ${ROLES.join(" or ")}.`);
      const [owner, person] = [await workspaceOf(pool, given), await personOf(pool, given)];
      await allowed(updateRole(pool, owner.id, person.id, chosen));
      return {
        json: { id: person.id, email: person.email, role: chosen },
        lines: [`${person.email} is in ${owner.name} as ${chosen}.`],
      };
    },
  },
  {
    subject: "member",
    verb: "remove",
    help: "Removes a member; within a second none of their sessions opens the workspace.",
    options: [workspace, email],
    async run(pool, given) {
      const [owner, person] = [await workspaceOf(pool, given), await personOf(pool, given)];
      await allowed(removeMember(pool, owner.id, person.id));
      return {
        json: { id: person.id, email: person.email, removed: true },
        lines: [`${person.email} is no member of ${owner.name} any more.`],
      };
    },
  },
];
