import { ROLES, type Role } from "@dealflow/contract/account/people";
import type pg from "pg";
import { addMember, listMembers, removeMember, updateRole } from "@/service/accounts/members/members";
import { type CommandResult, defineCommands, type Option, type OptionValues } from "./command";
import { email, findRequestedPerson, findRequestedWorkspace, personResult, workspace } from "./options";

const role: Option = { name: "role", value: ROLES.join("|"), help: "the member's role", required: true };

export const MEMBER_COMMANDS = defineCommands("member", {
  list: {
    help: "Lists the members of a workspace.",
    options: [workspace],
    async run(pool, options) {
      const members = await listMembers(pool, (await findRequestedWorkspace(pool, options)).id);
      const lines = members.map(({ id, email, name, role, joinedAt }) => [id, email, name, role, joinedAt].join("  "));
      return { json: { members }, lines: lines.length > 0 ? lines : ["The workspace has no members."] };
    },
  },
  add: {
    help: "Adds a registered person to a workspace, without an invitation.",
    options: [workspace, email, { ...role, help: `${role.help} (default member)`, required: false }],
    run: (pool, options, now) => changeRole(pool, options, (...member) => addMember(pool, ...member, now)),
  },
  role: {
    help: "Changes a member's role. A workspace keeps at least one owner.",
    options: [workspace, email, role],
    run: (pool, options) => changeRole(pool, options, (...member) => updateRole(pool, ...member)),
  },
  remove: {
    help: "Removes a member. Their sessions lose access within a second.",
    options: [
      workspace,
      email,
      { name: "keys", value: "revoke|keep", help: "what happens to the API keys they created (default revoke)" },
    ],
    async run(pool, options) {
      const keys = options.choice("keys", ["revoke", "keep"]);
      const [owner, person] = [await findRequestedWorkspace(pool, options), await findRequestedPerson(pool, options)];
      await removeMember(pool, owner.id, person.id, keys !== "keep");
      return personResult(person, { removed: true }, `Removed ${person.email} from ${owner.name}.`);
    },
  },
});

async function changeRole(
  pool: pg.Pool,
  options: OptionValues,
  change: (...member: [workspaceId: string, personId: string, role: Role]) => Promise<void>,
): Promise<CommandResult> {
  const selected = options.choice("role", ROLES) ?? "member";
  const [owner, person] = [await findRequestedWorkspace(pool, options), await findRequestedPerson(pool, options)];
  await change(owner.id, person.id, selected);
  return personResult(person, { role: selected }, `${person.email} has the role ${selected} in ${owner.name}.`);
}
