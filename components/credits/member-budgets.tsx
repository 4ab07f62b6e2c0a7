"use client";
/** What each member may spend, beside what they have; members see their own. */
import { Fragment, useState } from "react";
import { Button } from "@/components/ui/button";
import type { AccountBudgets } from "@/lib/contract/account-budgets";
import { count } from "@/lib/format/counts";
import { BudgetForm, type Limits } from "./budget-form";
import { budgetLevel } from "./budget-line";
import { monthName } from "./periods";

interface Props {
  members: AccountBudgets["members"];
  owner: boolean;
  /** The moment of all this, an ISO timestamp. */
  at: string;
  /** A sentence when they could not be set. */
  save: (person: string, limits: Limits) => Promise<string | undefined>;
}

export function MemberBudgets({ members, owner, at, save }: Props) {
  const [editing, setEditing] = useState<string>();
  return (
    <table className="credits-members">
      <caption>{owner ? "Members" : "Yours, which owners set as they set the workspace's"}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Today</th>
          <th scope="col">{monthName(at)}</th>
          {owner && (
            <th scope="col">
              <span className="sr-only">Change</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {members.map(({ id, name, email, limits, used }) => (
          <Fragment key={id}>
            <tr>
              <th scope="row" title={email}>
                {name}
              </th>
              <Used used={used.day} limit={limits.day} />
              <Used used={used.month} limit={limits.month} />
              {owner && (
                <td>
                  <Button
                    look="link"
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
                <td colSpan={4}>
                  <BudgetForm
                    whose={`of ${name}`}
                    limits={limits}
                    onCancel={() => setEditing(undefined)}
                    save={async (next) => {
                      const error = await save(id, next);
                      if (error === undefined) setEditing(undefined);
                      return error;
                    }}
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

const WORDS = { ok: undefined, low: "Low", empty: "Reached" } as const;

function Used({ used, limit }: { used: number; limit: number | null }) {
  const level = budgetLevel(used, limit);
  return (
    <td data-level={level}>
      {count(used)}
      {limit !== null && <span className="credits-member-limit"> of {count(limit)}</span>}
      {WORDS[level] && <span className="credits-member-word">{WORDS[level]}</span>}
    </td>
  );
}
