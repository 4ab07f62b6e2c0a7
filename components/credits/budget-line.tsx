import { MeterBar } from "@/components/shell/meter";
import type { BudgetPeriod } from "@/lib/api/budgets";
import { count, credits, percent } from "@/lib/format/counts";

interface Props {
  period: BudgetPeriod;
  title: string;
  used: number;
  limit: number | null;
  note: string;
}

export function BudgetLine({ period, title, used, limit, note }: Props) {
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

export function budgetLevel(used: number, limit: number | null): "ok" | "low" | "empty" {
  const share = limit === null ? 0 : used / limit;
  if (share < 0.8) return "ok";
  return share < 1 ? "low" : "empty";
}
