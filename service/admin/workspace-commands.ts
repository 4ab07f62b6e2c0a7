/** Workspaces: create, limit, list. */
import { type Plan, RATE_LIMITS } from "@/lib/contract/limits";
import { createWorkspace, listWorkspaces, updateWorkspace } from "@/service/accounts/workspaces";
import { type Command, CommandError, UsageError } from "./command";
import { credits, findRequestedWorkspace, workspace } from "./options";

const PLANS = ["free", "paid"] as const satisfies readonly Plan[];
/** What a workspace's own limits may be; 1,000,000,000 is as good as none. */
const LIMITS = [1, 1_000_000_000] as const;

function limitsOf(plan: Plan): string {
  return `${plan}: ${RATE_LIMITS[plan].perMinute} requests a minute`;
}

export const WORKSPACE_COMMANDS: readonly Command[] = [
  {
    subject: "workspace",
    verb: "create",
    help: "Makes a workspace, with a first grant of credits.",
    options: [
      { name: "name", value: "name", help: "its name, not yet taken", required: true },
      { name: "credits", value: "count", help: "credits granted at once; 0 when left out", required: false },
      {
        name: "plan",
        value: PLANS.join("|"),
        help: `${limitsOf("free")}, or ${limitsOf("paid")}; free when left out`,
        required: false,
      },
    ],
    async run(pool, options, now) {
      const name = options.text("name");
      const created = await createWorkspace(
        pool,
        name,
        options.count("credits", 0, 0),
        now,
        options.oneOf("plan", PLANS),
      );
      if (created === undefined) throw new CommandError(`A workspace named "${name}" exists already.`);
      return { json: created, lines: [`Workspace ${created.name} (${created.id}) has ${credits(created.balance)}.`] };
    },
  },
  {
    subject: "workspace",
    verb: "set",
    help: "Changes a workspace's plan and limits, or blocks it; every process follows within a second.",
    options: [
      workspace,
      { name: "plan", value: PLANS.join("|"), help: "whose limits hold where it has none of its own", required: false },
      {
        name: "rate",
        value: "count|plan",
        help: "requests a minute of its own, or those of its plan",
        required: false,
      },
      {
        name: "burst",
        value: "count|plan",
        help: "requests at once of its own, or those of its plan",
        required: false,
      },
      { name: "blocked", value: "true|false", help: "true: every request is answered with 403", required: false },
    ],
    async run(pool, options) {
      const blocked = options.oneOf("blocked", ["true", "false"]);
      const change = {
        plan: options.oneOf("plan", PLANS),
        rate: options.countOr("rate", LIMITS, "plan"),
        burst: options.countOr("burst", LIMITS, "plan"),
        blocked: blocked === undefined ? undefined : blocked === "true",
      };
      if (Object.values(change).every((value) => value === undefined))
        throw new UsageError("workspace set changes nothing without --plan, --rate, --burst or --blocked.");
      const owner = await findRequestedWorkspace(pool, options);
      const set = await updateWorkspace(pool, owner.id, change);
      const [rate, burst] = [set.rate.toLocaleString("en-US"), set.burst.toLocaleString("en-US")];
      const state = set.blocked ? "blocked" : "not blocked";
      return {
        json: set,
        lines: [`${owner.name}: plan ${set.plan}, ${rate} requests a minute, ${burst} at once, ${state}.`],
      };
    },
  },
  {
    subject: "workspace",
    verb: "list",
    help: "Lists all workspaces with their balances and members.",
    options: [],
    async run(pool) {
      const workspaces = await listWorkspaces(pool);
      const lines = workspaces.map(({ id, name, balance, members }) => {
        const people = members.map(({ email, role }) => `${email} (${role})`).join(", ");
        return [id, name, credits(balance), people || "no members"].join("  ");
      });
      return { json: { workspaces }, lines: lines.length > 0 ? lines : ["There is no workspace yet."] };
    },
  },
];
