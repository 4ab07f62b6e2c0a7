"use client";
/**
 * Shows the budgets of the workspace, for each session, day and month, and those of its members. Those of another host
 * are of this dashboard alone.
 */
import { BUDGETS } from "@dealflow/contract/account/spending/budgets";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import type { BudgetLimits, BudgetsState } from "@/lib/api/budgets";
import { useHost } from "@/lib/client/host";
import { fetchBalance, useMeter } from "@/lib/client/meter";
import { requestAccount } from "@/lib/client/requests/request-account";
import { asSentence } from "@/lib/client/sentence";
import { accountQuery } from "@/lib/queries/account";
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

interface SectionProps {
  state: BudgetsState;
  /** The moment of the state is an ISO timestamp. */
  at: string;
  /** Only these budgets can be set by this person; without any, all are read-only. */
  limits: Partial<BudgetLimits>;
  save: (limits: Limits) => Promise<string | undefined>;
  /** Tells which purchases the budgets count. */
  about?: string;
  /** The children stand below the lines. */
  children?: ReactNode;
}

/** Shows the budgets of the session, the day and the month with their usage, and sets them. */
function BudgetsSection({
  state: { limits, used },
  at,
  limits: own,
  save,
  about = "For what this dashboard spends, not other clients",
  children,
}: SectionProps) {
  const { sessionUsed } = useMeter();
  const [editing, setEditing] = useState(false);
  return (
    <section aria-labelledby="budgets-title">
      <SectionHead id="budgets-title" title="Budgets" className="mb-1">
        {!editing && Object.keys(own).length > 0 && (
          <Button variant="link" onClick={() => setEditing(true)}>
            Edit<span className="sr-only"> budgets</span>
          </Button>
        )}
      </SectionHead>
      {editing ? (
        <BudgetForm
          limits={own}
          onCancel={() => setEditing(false)}
          save={async (next) => {
            const error = await save(next);
            if (error === undefined) setEditing(false);
            return error;
          }}
        />
      ) : (
        <>
          <BudgetLine
            period="session"
            title="This session"
            used={Math.max(sessionUsed, used.session)}
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
          <p className="border-t border-line py-2.5 text-12 text-text-2">{about}</p>
        </>
      )}
      {children}
    </section>
  );
}
