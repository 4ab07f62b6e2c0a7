/** Lists and stops what other programs use of a workspace besides keys: MCP connections and webhooks. */

import { isUuid } from "@dealflow/contract/query/syntax";
import { listConnections, revokeConnection } from "@/service/accounts/connection-list";
import { RuleError } from "@/service/store/rule-error";
import { disableWebhook, listWebhooks } from "@/service/webhooks/subscriptions";
import { CommandError, defineCommands } from "./command";
import { credits, findRequestedWorkspace, workspace } from "./options";

/** No connection is the operator's own. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

export const CONNECTION_COMMANDS = defineCommands("connection", {
  list: {
    help: "Lists the MCP connections of a workspace, active ones first.",
    options: [workspace],
    async run(pool, options, now) {
      const owner = await findRequestedWorkspace(pool, options);
      const viewer = { workspaceId: owner.id, personId: NOBODY };
      const connections = await listConnections(pool, viewer, now);
      const lines = connections.map(({ id, clientName, clientHost, person, dailyAllowance, usedToday, ...one }) => {
        const state = one.revokedAt === null ? `last used ${one.lastUsedAt ?? "never"}` : `revoked ${one.revokedAt}`;
        return `${id}  ${clientName} (${clientHost})  ${person}  ${usedToday} of ${credits(dailyAllowance)} today  ${state}`;
      });
      return { json: { connections }, lines: lines.length > 0 ? lines : ["The workspace has no MCP connections."] };
    },
  },
  revoke: {
    help: "Ends an MCP connection. All processes reject it within a second.",
    options: [
      workspace,
      { name: "connection", value: "id", help: "its id, as shown by connection list", required: true },
    ],
    async run(pool, options, now) {
      const owner = await findRequestedWorkspace(pool, options);
      const id = options.text("connection");
      const which = { workspaceId: owner.id, personId: NOBODY, id, own: false };
      if (!isUuid(id) || !(await revokeConnection(pool, which, now)))
        throw new CommandError(`The workspace ${owner.name} has no active MCP connection with the id "${id}".`);
      return { json: { id, revoked: true }, lines: [`Ended the MCP connection ${id}.`] };
    },
  },
});

/** `webhook listen` is apart, because it runs without a database. */
export const WEBHOOK_ADMINISTRATION_COMMANDS = defineCommands("webhook", {
  list: {
    help: "Lists the webhooks of a workspace.",
    options: [workspace],
    async run(pool, options, now) {
      const webhooks = await listWebhooks(pool, (await findRequestedWorkspace(pool, options)).id, now);
      const lines = webhooks.map(({ id, url, events, disabledAt, disabledReason }) => {
        const state = disabledAt === null ? "enabled" : `disabled ${disabledAt} (${disabledReason})`;
        return [id, url, events.map(({ event }) => event).join(", "), state].join("  ");
      });
      return { json: { webhooks }, lines: lines.length > 0 ? lines : ["The workspace has no webhooks."] };
    },
  },
  disable: {
    help: "Stops a webhook within seconds. Its deliveries are kept, and the members can enable it and send them again.",
    options: [workspace, { name: "webhook", value: "id", help: "its id, as shown by webhook list", required: true }],
    async run(pool, options, now) {
      const owner = await findRequestedWorkspace(pool, options);
      const id = options.text("webhook");
      const unknown = new CommandError(`The workspace ${owner.name} has no webhook with the id "${id}".`);
      if (!isUuid(id)) throw unknown;
      const { url } = await disableWebhook(pool, owner.id, id, now).catch((error: unknown) => {
        throw error instanceof RuleError ? unknown : error;
      });
      return { json: { id, url, disabled: true }, lines: [`Disabled the webhook ${id} to ${url}.`] };
    },
  },
});
