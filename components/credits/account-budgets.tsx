"use client";
/**
 * Shows the budgets of the workspace, for each session, day and month, and those of its members. Those of another host
 * are of this dashboard alone.
 */
import { BUDGETS, type AccountBudgets as WorkspaceBudgets } from "@dealflow/contract/account/spending/budgets";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Fragment, useState } from "react";
import { Button } from "@/components/ui/button";
import type { BudgetPeriod } from "@/lib/api/budgets";
import { useHost } from "@/lib/client/host";
import { fetchBalance, useMeter } from "@/lib/client/meter";
import { cn } from "@/lib/cn";
import { count, credits, percent } from "@/lib/format/counts";
import { AccountRequestError, accountQuery, callAccount } from "@/lib/queries/account";
import { MeterBar } from "../shell/meter";
import { BudgetForm, type Limits } from "./budget-form";
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

interface Props {
  members: WorkspaceBudgets["members"];
  owner: boolean;
  /** The moment of the state is an ISO timestamp. */
  at: string;
  /** Resolves to a sentence when they could not be set. */
  save: (person: string, limits: Limits) => Promise<string | undefined>;
}

const CELL = "h-row-compact border-b border-line font-regular whitespace-nowrap";
const HEAD = `${CELL} text-11/5 text-text-2`;
const NAME = "max-w-24 truncate text-left";
const FIGURE = "pl-2 text-right";

/** Shows the budget of each member next to their usage; members see their own. */
function MemberBudgets({ members, owner, at, save }: Props) {
  const [editing, setEditing] = useState<string>();
  return (
    <table className="mt-1 w-full border-collapse text-12/5">
      <caption className="border-t border-line pt-2.5 pb-1 text-left text-text-2">
        {owner ? "Members" : "Yours, which owners set as they set the workspace's"}
      </caption>
      <thead>
        <tr>
          <th scope="col" className={cn(HEAD, NAME)}>
            Name
          </th>
          <th scope="col" className={cn(HEAD, FIGURE)}>
            Today
          </th>
          <th scope="col" className={cn(HEAD, FIGURE)}>
            {monthName(at)}
          </th>
          {owner && (
            <th scope="col" className={cn(HEAD, FIGURE)}>
              <span className="sr-only">Change</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>*]:border-b-0">
        {members.map(({ id, name, email, limits, used }) => (
          <Fragment key={id}>
            <tr>
              <th scope="row" className={cn(CELL, NAME)} title={email}>
                {name}
              </th>
              <Used used={used.day} limit={limits.day} />
              <Used used={used.month} limit={limits.month} />
              {owner && (
                <td className={cn(CELL, FIGURE)}>
                  <Button
                    variant="link"
                    aria-expanded={editing === id}
                    onClick={() => setEditing(editing === id ? undefined : id)}
                  >
                    Edit<span className="sr-only"> the budgets of {name}</span>
                  </Button>
                </td>
              )}
            </tr>
            {editing === id && (
              <tr>
                <td colSpan={4} className="border-b border-line">
                  <BudgetForm
                    whose={`of ${name}`}
                    limits={limits}
                    onClose={() => setEditing(undefined)}
                    save={(next) => save(id, next)}
                  />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Used({ used, limit }: { used: number; limit: number | null }) {
  const level = budgetLevel(used, limit);
  return (
    <td className={cn(CELL, FIGURE)} data-level={level}>
      {count(used)}
      {limit !== null && <span className="text-text-2"> of {count(limit)}</span>}
      {level !== "ok" && (
        <span className={cn("block text-12 font-medium", level === "empty" ? "text-bad-text" : "text-warn-text")}>
          {level === "empty" ? "Reached" : "Low"}
        </span>
      )}
    </td>
  );
}

interface LineProps {
  period: BudgetPeriod;
  title: string;
  used: number;
  limit: number | null;
  note: string;
}

function BudgetLine({ period, title, used, limit, note }: LineProps) {
  const share = limit === null ? 0 : used / limit;
  const level = budgetLevel(used, limit);
  return (
    <div className="border-t border-line py-2.5" data-budget={period} data-level={level}>
      <p className="flex justify-between gap-2">
        <span>
          {title}
          {level === "empty" && <span className="ml-1.5 font-medium text-bad-text">Reached</span>}
          {level === "low" && <span className="ml-1.5 font-medium text-warn-text">Low</span>}
        </span>
        <span className="whitespace-nowrap text-text-2">
          <strong className="font-semibold text-text-1">{count(used)}</strong>
          {limit === null ? ", no limit" : ` of ${count(limit)}`}
        </span>
      </p>
      {limit !== null && <MeterBar share={share} level={level} title={`${percent(share)} of ${credits(limit)}`} />}
      <p className="text-12 text-text-2">{note}</p>
    </div>
  );
}

function budgetLevel(used: number, limit: number | null): "ok" | "low" | "empty" {
  const share = limit === null ? 0 : used / limit;
  if (share < 0.8) return "ok";
  return share < 1 ? "low" : "empty";
}
