"use client";
import { BUDGETS } from "@dealflow/contract/account/budgets";
/** The dashboard stores the session's budget, and our own service the workspace's budgets of days and months. */
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { type BudgetsState, NO_LIMITS } from "@/lib/api/budgets";
import { useIdentity } from "@/lib/client/host";
import { requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";
import { accountQuery } from "@/lib/queries/account";
import { fetchBalance } from "@/lib/queries/meter";
import type { Limits } from "./budget-form";
import { BudgetsSection } from "./budgets";
import { MemberBudgets } from "./member-budgets";
import { putBudgets } from "./put-budgets";

interface Props {
  /** The state is that of the session. */
  state: BudgetsState;
  /** The moment of the state is an ISO timestamp. */
  at: string;
}

export function AccountBudgets({ state, at }: Props) {
  const router = useRouter();
  const client = useQueryClient();
  const query = accountQuery(BUDGETS.budgets);
  const { workspace, members } = useSuspenseQuery(query).data;
  const [savedSession, setSavedSession] = useState<{ over: BudgetsState; session: number | null }>();
  const session = savedSession?.over === state ? savedSession.session : state.limits.session;
  const owner = useIdentity().workspace.role === "owner";

  /** `person` is null for the budget of the workspace. */
  async function saveOn(person: string | null, { day = null, month = null }: Limits) {
    const reply = await requestAccount(BUDGETS.setBudget, { body: { person, day, month } });
    if (!reply.ok) return asSentence(reply.message);
    client.setQueryData(query.queryKey, reply.value);
    router.refresh();
    return undefined;
  }

  async function save(limits: Limits) {
    const reply = await putBudgets({ ...NO_LIMITS, session: limits.session ?? null });
    if (typeof reply === "string") return reply;
    setSavedSession({ over: state, session: reply.limits.session });
    void fetchBalance();
    if ("day" in limits) return saveOn(null, limits);
    router.refresh();
    return undefined;
  }

  return (
    <BudgetsSection
      state={{
        limits: { session, ...workspace.limits },
        used: { session: state.used.session, ...workspace.used },
      }}
      at={at}
      limits={owner ? { session, ...workspace.limits } : {}}
      save={save}
      about={`Daily and monthly budgets cover the whole workspace. API-key usage isn't included.${owner ? "" : " Only owners can set budgets."}`}
    >
      <MemberBudgets members={members} owner={owner} at={at} save={saveOn} />
    </BudgetsSection>
  );
}
