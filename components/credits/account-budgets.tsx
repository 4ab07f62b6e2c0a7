"use client";
/**
 * Shows the budgets of the workspace, for each session, day and month, and those of its members. Those of another host
 * are of this dashboard alone.
 */
import { BUDGETS } from "@dealflow/contract/account/spending/budgets";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useHost } from "@/lib/client/host";
import { fetchBalance, useMeter } from "@/lib/client/meter";
import { AccountRequestError, accountQuery, callAccount } from "@/lib/queries/account";
import { BudgetForm, type Limits } from "./budget-form";
import { BudgetLine } from "./budget-line";
import { MemberBudgets } from "./member-budgets";
import { monthName, nextDay, nextMonth } from "./periods";
import { SectionHead } from "./section-head";

/** @param at the moment of the state, an ISO timestamp */
export function AccountBudgets({ at }: { at: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const query = accountQuery(BUDGETS.budgets);
  const { workspace, session, members } = useSuspenseQuery(query).data;
  const { identity } = useHost();
  const { sessionUsed } = useMeter();
  const [editing, setEditing] = useState(false);
  const { used } = workspace;
  const limits = { session: session.limit, ...workspace.limits };
  const owner = identity === null || identity.workspace.role === "owner";

  /** Saves a person's budgets, or those of the workspace when `person` is null. */
  async function save(person: string | null, { session: ofSession = null, day = null, month = null }: Limits) {
    const body = { person, day, month, ...(person === null ? { session: ofSession } : {}) };
    try {
      client.setQueryData(query.queryKey, await callAccount(BUDGETS.setBudget, { body }));
    } catch (error) {
      if (error instanceof AccountRequestError) return error.message;
      throw error;
    }
    void fetchBalance();
    router.refresh();
    return undefined;
  }

  return (
    <section aria-labelledby="budgets-title">
      <SectionHead id="budgets-title" title="Budgets" className="mb-1">
        {owner && (
          <Button variant="link" aria-expanded={editing} onClick={() => setEditing(!editing)}>
            Edit<span className="sr-only"> budgets</span>
          </Button>
        )}
      </SectionHead>
      {editing ? (
        <BudgetForm limits={limits} onClose={() => setEditing(false)} save={(next) => save(null, next)} />
      ) : (
        <>
          <BudgetLine
            period="session"
            title="This session"
            used={Math.max(sessionUsed, session.used)}
            limit={limits.session}
            note={limits.session === null ? "Ends after 8 hours without a request" : "Stops spending at the limit"}
          />
          <BudgetLine
            period="day"
            title="Today"
            used={used.day}
            limit={limits.day}
            note={`Resets ${nextDay(at)}, 00:00 UTC`}
          />
          <BudgetLine
            period="month"
            title={monthName(at)}
            used={used.month}
            limit={limits.month}
            note={`Resets ${nextMonth(at)}, 00:00 UTC`}
          />
          <p className="border-t border-line py-2.5 text-12 text-text-2">
            {identity === null
              ? "For what this dashboard spends, not other clients"
              : `Daily and monthly budgets cover the whole workspace. API-key usage isn't included.${owner ? "" : " Only owners can set budgets."}`}
          </p>
        </>
      )}
      {identity !== null && <MemberBudgets members={members} owner={owner} at={at} save={save} />}
    </section>
  );
}
