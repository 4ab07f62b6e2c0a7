"use client";
/** Shows the budgets of the session, the day and the month with their usage, and sets them. */
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import type { BudgetLimits, BudgetsState } from "@/lib/api/budgets";
import { useMeter } from "@/lib/client/meter";
import { BudgetForm, type Limits } from "./budget-form";
import { BudgetLine } from "./budget-line";
import { monthName, nextDay, nextMonth } from "./periods";
import { SectionHead } from "./section-head";

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

export function BudgetsSection({
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
