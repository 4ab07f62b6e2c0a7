"use client";
/** What may be spent in a session, a day and a month: how far each is, and setting them. */
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { BudgetPeriod, BudgetsState } from "@/lib/api/budgets";
import { useMeter } from "@/lib/client/meter";
import { learnBalance } from "@/lib/client/meter-store";
import { count, credits, percent } from "@/lib/format/counts";
import { BudgetForm } from "./budget-form";
import { monthName, nextDay, nextMonth } from "./periods";

/** `at`: the moment of the state, an ISO timestamp. */
export function Budgets({ state: served, at }: { state: BudgetsState; at: string }) {
  const router = useRouter();
  const { sessionUsed } = useMeter();
  const [editing, setEditing] = useState(false);
  // What was saved holds until the page is rendered with it.
  const [saved, setSaved] = useState<{ over: BudgetsState; state: BudgetsState }>();
  const { limits, used } = saved?.over === served ? saved.state : served;
  return (
    <section className="credits-budgets" aria-labelledby="budgets-title">
      <div className="credits-head">
        <h2 id="budgets-title">Budgets</h2>
        {!editing && (
          <Button look="link" onClick={() => setEditing(true)}>
            Edit<span className="sr-only"> budgets</span>
          </Button>
        )}
      </div>
      {editing ? (
        <BudgetForm
          limits={limits}
          onCancel={() => setEditing(false)}
          onSaved={(state) => {
            setSaved({ over: served, state });
            setEditing(false);
            void learnBalance();
            router.refresh();
          }}
        />
      ) : (
        <>
          <Budget
            period="session"
            title="This session"
            used={Math.max(sessionUsed, used.session)}
            limit={limits.session}
            note={limits.session === null ? "Ends after 8 hours without a request" : "Stops spending at the limit"}
          />
          <Budget
            period="day"
            title="Today"
            used={used.day}
            limit={limits.day}
            note={`Resets ${nextDay(at)}, 00:00 UTC`}
          />
          <Budget
            period="month"
            title={monthName(at)}
            used={used.month}
            limit={limits.month}
            note={`Resets ${nextMonth(at)}, 00:00 UTC`}
          />
          <p className="credits-hint">For what this dashboard spends, not other clients</p>
        </>
      )}
    </section>
  );
}

interface BudgetProps {
  period: BudgetPeriod;
  title: string;
  used: number;
  limit: number | null;
  note: string;
}

function Budget({ period, title, used, limit, note }: BudgetProps) {
  const share = limit === null ? 0 : used / limit;
  const level = limit === null || share < 0.8 ? "ok" : share < 1 ? "low" : "empty";
  return (
    <div className="credits-budget" data-budget={period} data-level={level}>
      <p className="credits-budget-line">
        <span>
          {title}
          {level === "empty" && <span className="meter-word">Reached</span>}
          {level === "low" && <span className="meter-word">Low</span>}
        </span>
        <span className="credits-budget-figure">
          <strong className="credits-budget-used">{count(used)}</strong>
          {limit === null ? ", no limit" : ` of ${count(limit)}`}
        </span>
      </p>
      {limit !== null && (
        <div className="meter-bar" title={`${percent(share)} of ${credits(limit)}`}>
          <div style={{ width: `${Math.min(1, share) * 100}%` }} />
        </div>
      )}
      <p className="credits-hint">{note}</p>
    </div>
  );
}
