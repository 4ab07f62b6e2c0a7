import { ROLES } from "@dealflow/contract/account/people";
import { addMember, listMembers, removeMember, updateRole } from "@/service/accounts/members/members";
import { UsageError } from "@/service/program-options";
import { defineCommands, type Option } from "./command";
import { email, findRequestedPerson, findRequestedWorkspace, workspace } from "./options";

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
    async run(pool, options, now) {
      const selected = options.choice("role", ROLES) ?? "member";
      const [owner, person] = [await findRequestedWorkspace(pool, options), await findRequestedPerson(pool, options)];
      await addMember(pool, owner.id, person.id, selected, now);
      return {
        json: { id: person.id, email: person.email, role: selected },
        lines: [`${person.email} has the role ${selected} in ${owner.name}.`],
      };
    },
  },
  role: {
    help: "Changes a member's role. A workspace keeps at least one owner.",
    options: [workspace, email, role],
    async run(pool, options) {
      const selected = options.choice("role", ROLES);
      if (selected === undefined) throw new UsageError(`--role must be ${ROLES.join(" or ")}.`);
      const [owner, person] = [await findRequestedWorkspace(pool, options), await findRequestedPerson(pool, options)];
      await updateRole(pool, owner.id, person.id, selected);
      return {
        json: { id: person.id, email: person.email, role: selected },
        lines: [`${person.email} has the role ${selected} in ${owner.name}.`],
      };
    },
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
      return {
        json: { id: person.id, email: person.email, removed: true },
        lines: [`Removed ${person.email} from ${owner.name}.`],
      };
    },
  },
});
