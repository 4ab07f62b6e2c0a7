/** Deletes a person for the operator. The ledger keeps what they used, without their name. */
import type pg from "pg";
import { RuleError } from "@/service/store/rule-error";
import { inTransaction } from "@/service/store/transaction";
import { disableSubscriptions } from "@/service/webhooks/subscriptions";
import { revokePersonKeys } from "../keys";
import { lockPersonThenWorkspace, readMembership } from "../members/locks";
import { deleteMembership } from "../members/members";
import { clearAttempts } from "../people/attempts";

/**
 * Deletes the account, its sessions, own views, MCP connections and invitations, and revokes the keys that the person made.
 * Shared views, reports and entries of the ledger stay with their workspace, and what operators did without the address. Throws `RuleError` for the last owner of a
 * workspace with other members. Returns the workspaces in which nobody is left: their credits and records stay, and their webhooks are
 * disabled.
 */
export async function deletePerson(
  pool: pg.Pool,
  { id: personId, email }: { readonly id: string; readonly email: string },
  now: Date,
) {
  return inTransaction(pool, async (client) => {
    const { rows: workspaces } = await client.query<{ id: string; name: string }>(
      `select w.id, w.name from members m join workspaces w on w.id = m.workspace_id where m.user_id = $1 order by w.id`,
      [personId],
    );
    const empty: { id: string; name: string }[] = [];
    for (const workspace of workspaces) {
      await lockPersonThenWorkspace(client, personId, workspace.id);
      const { role, owners, members } = await readMembership(client, workspace.id, personId);
      if (role === "owner" && owners === 1 && members > 1)
        throw new RuleError(
          "CONFLICT",
          `${email} is the only owner of ${workspace.name}. Make another member an owner first (member role).`,
        );
      if (members === 1) empty.push(workspace);
      await deleteMembership(client, workspace.id, personId);
    }
    // Nobody sees what these receive and cost any more.
    const ids = empty.map(({ id }) => id);
    await disableSubscriptions(client, { column: "workspace_id", ids, reason: "manual" }, now);
    // A key that they made in a workspace which they left may still work.
    const { rows: keys } = await client.query<{ id: string }>(
      "select distinct workspace_id as id from api_keys where created_by = $1 and revoked_at is null",
      [personId],
    );
    for (const { id } of keys) await revokePersonKeys(client, id, personId, now);
    await client.query("delete from user_verifications where value = $1", [personId]);
    await client.query("delete from invitations where lower(email) = lower($1)", [email]);
    await client.query(
      "update operator_actions set options = options - 'email' - 'confirm' where lower(options ->> 'email') = lower($1)",
      [email],
    );
    await clearAttempts(client, email, personId);
    await client.query("delete from users where id = $1", [personId]);
    return { empty };
  });
}
