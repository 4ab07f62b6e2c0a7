import { PERSON_LIMITS } from "@dealflow/contract/account/people";
import { type Plan, RATE_LIMITS } from "@dealflow/contract/limits";
import { characters } from "@dealflow/contract/query/syntax";
import { WEBHOOK_MODES } from "@dealflow/contract/webhook-events";
import { deleteWorkspace } from "@/service/accounts/administration/delete-workspace";
import { renameWorkspace } from "@/service/accounts/members/members";
import { createWorkspace, findWorkspaces, listWorkspaces, updateWorkspace } from "@/service/accounts/workspaces";
import { UsageError } from "@/service/program-options";
import { CommandError, defineCommands } from "./command";
import { credits, findRequestedWorkspace, limit, readListOptions, search, workspace } from "./options";

const PLANS = ["free", "paid"] as const satisfies readonly Plan[];
/** A workspace's own limits lie in this range; 1,000,000,000 is as good as none. */
const LIMITS = [1, 1_000_000_000] as const;

function getLimits(plan: Plan): string {
  return `${plan}: ${RATE_LIMITS[plan].perMinute} requests a minute`;
}

export const WORKSPACE_COMMANDS = defineCommands("workspace", {
  create: {
    help: "Creates a workspace with initial credits.",
    options: [
      { name: "name", value: "name", help: "a unique name", required: true },
      { name: "credits", value: "count", help: "initial credits (default 0)" },
      { name: "plan", value: PLANS.join("|"), help: `${getLimits("free")}, or ${getLimits("paid")} (default free)` },
    ],
    async run(pool, options, now) {
      const name = options.text("name");
      const created = await createWorkspace(
        pool,
        name,
        options.count("credits", 0, 0),
        now,
        options.choice("plan", PLANS),
      );
      if (created === undefined) throw new CommandError(`A workspace named "${name}" already exists.`);
      return {
        json: created,
        lines: [`Created workspace ${created.name} (${created.id}) with ${credits(created.balance)}.`],
      };
    },
  },
  set: {
    help: "Changes a workspace's plan and limits, or blocks it. Takes effect within a second.",
    options: [
      workspace,
      { name: "plan", value: PLANS.join("|"), help: "the plan, whose limits apply unless overridden" },
      { name: "rate", value: "count|plan", help: "requests per minute, or the limit of its plan" },
      { name: "burst", value: "count|plan", help: "requests at once, or the limit of its plan" },
      {
        name: "webhooks",
        value: `${WEBHOOK_MODES.join("|")}|plan`,
        help: "included, metered (1 credit for each delivered record that is not owned), off, or as its plan says",
      },
      { name: "blocked", value: "true|false", help: "true: reject every request with 403" },
    ],
    async run(pool, options) {
      const blocked = options.choice("blocked", ["true", "false"]);
      const change = {
        plan: options.choice("plan", PLANS),
        rate: options.countOr("rate", LIMITS, "plan"),
        burst: options.countOr("burst", LIMITS, "plan"),
        webhooks: options.choice("webhooks", [...WEBHOOK_MODES, "plan"]),
        blocked: blocked === undefined ? undefined : blocked === "true",
      };
      if (Object.values(change).every((value) => value === undefined))
        throw new UsageError("workspace set needs --plan, --rate, --burst, --webhooks or --blocked.");
      const owner = await findRequestedWorkspace(pool, options);
      const set = await updateWorkspace(pool, owner.id, change);
      const [rate, burst] = [set.rate.toLocaleString("en-US"), set.burst.toLocaleString("en-US")];
      const state = set.blocked ? "blocked" : "not blocked";
      return {
        json: set,
        lines: [
          `${owner.name}: plan ${set.plan}, ${rate} requests a minute, ${burst} at once, webhooks ${set.webhooks}, ${state}.`,
        ],
      };
    },
  },
  rename: {
    help: "Renames a workspace. The dashboard shows the new name within a second.",
    options: [workspace, { name: "name", value: "name", help: "the new name, which no other has", required: true }],
    async run(pool, options) {
      const [owner, name] = [await findRequestedWorkspace(pool, options), options.text("name")];
      if (characters(name) > PERSON_LIMITS.workspaceName)
        throw new UsageError(
          `--name has ${characters(name)} characters; at most ${PERSON_LIMITS.workspaceName} are allowed.`,
        );
      if ((await findWorkspaces(pool, name)).some(({ id }) => id !== owner.id))
        throw new CommandError(`A workspace named "${name}" already exists.`);
      await renameWorkspace(pool, owner.id, name);
      return { json: { id: owner.id, name }, lines: [`Renamed ${owner.name} to ${name}.`] };
    },
  },
  delete: {
    help: "Deletes a workspace with its keys, views, webhooks and purchases, within a second. Its ledger and the accounts of its members stay.",
    options: [workspace, { name: "confirm", value: "name", help: "the name of the workspace again", required: true }],
    async run(pool, options, now) {
      const owner = await findRequestedWorkspace(pool, options);
      if (options.text("confirm") !== owner.name)
        throw new CommandError(`--confirm must repeat the name of the workspace, ${owner.name}.`);
      await deleteWorkspace(pool, owner.id, now);
      const left = owner.balance === 0 ? "" : ` ${credits(owner.balance)} were left.`;
      return { json: { ...owner, deleted: true }, lines: [`Deleted ${owner.name} (${owner.id}).${left}`] };
    },
  },
  list: {
    help: "Lists all workspaces with their balances and members, or those whose name contains a text.",
    options: [search("a part of the name, or the id"), limit],
    async run(pool, options) {
      const workspaces = await listWorkspaces(pool, ...readListOptions(options));
      const lines = workspaces.map(({ id, name, balance, blocked, members }) => {
        const people = members.map(({ email, role }) => `${email} (${role})`).join(", ");
        return [id, name, credits(balance), ...(blocked ? ["blocked"] : []), people || "no members"].join("  ");
      });
      return { json: { workspaces }, lines: lines.length > 0 ? lines : ["There are no such workspaces."] };
    },
  },
});
