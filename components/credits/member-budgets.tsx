"use client";
/** Shows the budget of each member next to their usage; members see their own. */

import type { AccountBudgets } from "@dealflow/contract/account/spending/budgets";
import { Fragment, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { count } from "@/lib/format/counts";
import { BudgetForm, type Limits } from "./budget-form";
import { budgetLevel } from "./budget-line";
import { monthName } from "./periods";

interface Props {
  members: AccountBudgets["members"];
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

export function MemberBudgets({ members, owner, at, save }: Props) {
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
