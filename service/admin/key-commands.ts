import { isUuid } from "@dealflow/contract/query/syntax";
import { createKey, listKeys, revokeKey } from "@/service/accounts/keys";
import { CommandError, defineCommands } from "./command";
import { findRequestedWorkspace, workspace } from "./options";

export const KEY_COMMANDS = defineCommands("key", {
  create: {
    help: "Creates an API key and shows it once. The key itself is never stored.",
    options: [workspace, { name: "name", value: "name", help: "what the key is for", required: true }],
    async run(pool, options, now) {
      const owner = await findRequestedWorkspace(pool, options);
      const created = await createKey(pool, owner.id, options.text("name"), now);
      return { json: created, lines: [created.key, "This is the only time the key is shown."] };
    },
  },
  list: {
    help: "Lists the keys of a workspace by their last four characters.",
    options: [workspace],
    async run(pool, options, now) {
      const keys = await listKeys(pool, (await findRequestedWorkspace(pool, options)).id, now);
      const lines = keys.map((key) => {
        const state = key.revokedAt !== null ? `revoked ${key.revokedAt}` : `last used ${key.lastUsedAt ?? "never"}`;
        const text = key.lastFour === null ? "no text" : `…${key.lastFour}`;
        const end = key.revokedAt === null && key.expiresAt !== null ? `  expires ${key.expiresAt}` : "";
        return `${key.id}  ${text}  ${key.name}  created ${key.createdAt}  ${state}${end}`;
      });
      return { json: { keys }, lines: lines.length > 0 ? lines : ["The workspace has no keys."] };
    },
  },
  revoke: {
    help: "Revokes a key. All processes reject it within a second.",
    options: [workspace, { name: "key", value: "id", help: "the key's id, as shown by key list", required: true }],
    async run(pool, options, now) {
      const owner = await findRequestedWorkspace(pool, options);
      const id = options.text("key");
      if (!isUuid(id) || !(await revokeKey(pool, owner.id, id, now)))
        throw new CommandError(`The workspace ${owner.name} has no active key with the id "${id}".`);
      return { json: { id, revoked: true }, lines: [`Revoked key ${id}.`] };
    },
  },
});
