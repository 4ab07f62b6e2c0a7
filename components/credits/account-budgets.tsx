"use client";
/**
 * Shows the budgets of the workspace, for each session, day and month, and those of its members. Those of another host
 * are of this dashboard alone.
 */
import { BUDGETS } from "@dealflow/contract/account/budgets";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useHost } from "@/lib/client/host";
import { fetchBalance } from "@/lib/client/meter";
import { requestAccount } from "@/lib/client/requests/request-account";
import { asSentence } from "@/lib/client/sentence";
import { accountQuery } from "@/lib/queries/account";
import type { Limits } from "./budget-form";
import { BudgetsSection } from "./budgets";
import { MemberBudgets } from "./member-budgets";

/** @param at the moment of the state, an ISO timestamp */
export function AccountBudgets({ at }: { at: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const query = accountQuery(BUDGETS.budgets);
  const { workspace, session, members } = useSuspenseQuery(query).data;
  const limits = { session: session.limit, ...workspace.limits };
  const { identity } = useHost();
  const owner = identity === null || identity.workspace.role === "owner";

  /** Saves a person's budgets, or those of the workspace when `person` is null. */
  async function save(person: string | null, { session: ofSession = null, day = null, month = null }: Limits) {
    const body = { person, day, month, ...(person === null ? { session: ofSession } : {}) };
    const reply = await requestAccount(BUDGETS.setBudget, { body });
    if (!reply.ok) return asSentence(reply.message);
    client.setQueryData(query.queryKey, reply.value);
    void fetchBalance();
    router.refresh();
    return undefined;
  }

  return (
    <BudgetsSection
      state={{ limits, used: { session: session.used, ...workspace.used } }}
      at={at}
      limits={owner ? limits : {}}
      save={(next) => save(null, next)}
      about={
        identity === null
          ? "For what this dashboard spends, not other clients"
          : `Daily and monthly budgets cover the whole workspace. API-key usage isn't included.${owner ? "" : " Only owners can set budgets."}`
      }
    >
      {identity !== null && <MemberBudgets members={members} owner={owner} at={at} save={save} />}
    </BudgetsSection>
  );
}
