/** Shows the balance, and how fast it is used. */

import type { AccountCredits } from "@dealflow/contract/account/spending/credits";
import { getPace } from "@/components/shell/pace";
import type { AccountState, CreditsState } from "@/lib/api/credits";
import { cn } from "@/lib/cn";
import { count, formatCount, signedCount } from "@/lib/format/counts";
import { exactTime, shortDate } from "@/lib/format/dates";

const METRICS =
  "mb-5 flex min-h-18 flex-wrap gap-x-11 gap-y-4 max-tablet:grid max-tablet:grid-cols-[1fr_1fr] max-tablet:gap-x-4 max-tablet:gap-y-3";

interface MetricProps {
  name: string;
  value: string;
  note: string;
  main?: boolean;
}

function Metric({ name, value, note, main = false }: MetricProps) {
  return (
    <div className="grid grid-rows-[16px_40px_16px] whitespace-nowrap" data-testid="credits-metric">
      <dt className="text-11 text-text-2">{name}</dt>
      <dd className="contents">
        <strong
          className={cn("self-end py-1 font-semibold", main ? "text-28 tracking-tighter" : "text-20 tracking-tight")}
        >
          {value}
        </strong>
        <span className="text-12 text-text-2">{note}</span>
      </dd>
    </div>
  );
}

export function AccountMetrics({ account: { credits, usage } }: { account: AccountState }) {
  const today = usage.days.find(({ day }) => day === usage.to);
  const used = usage.days.reduce((sum, day) => sum + day.credits, 0);
  const pace = getPace(usage, credits.balance, credits.since);
  return (
    <dl className={METRICS}>
      <Metric main name="Balance" value={count(credits.balance)} note={granted(credits, usage.to)} />
      <Metric name="Today" value={count(today?.credits ?? 0)} note={formatCount(today?.requests ?? 0, "request")} />
      <Metric
        name="30 days"
        value={count(used)}
        note={pace === undefined ? "nothing was used" : `${count(pace.aWorkingDay)} a working day`}
      />
      <Metric
        name="At this pace"
        value={pace === undefined ? "–" : count(pace.workingDaysLeft)}
        note={pace === undefined ? "no pace yet" : `working ${pace.workingDaysLeft === 1 ? "day" : "days"} left`}
      />
    </dl>
  );
}

function granted(credits: AccountCredits, today: string): string {
  const { granted: sum, grants, grantedAt, refunded, corrected } = credits;
  const back = refunded === 0 ? "" : `, ${count(refunded)} refunded`;
  const change = corrected === 0 ? "" : `, ${signedCount(corrected)} corrected`;
  if (grantedAt === null) return `nothing granted yet${back}${change}`;
  const when = shortDate(grantedAt, new Date(today));
  return `of ${count(sum)} granted${grants === 1 ? "" : ", last"} ${when}${back}${change}`;
}

interface LocalProps {
  state: Pick<CreditsState, "balance" | "estimated">;
  local: NonNullable<CreditsState["local"]>;
}

/** Shows what the dashboard's server counted itself, where there are no account pages. */
export function LocalMetrics({ state: { balance, estimated }, local: { budgets, count: own } }: LocalProps) {
  return (
    <dl className={METRICS}>
      <Metric
        main
        name="Balance"
        value={balance === null ? "–" : count(balance)}
        note={balance === null ? "unknown" : estimated ? "estimated" : "as reported by the API"}
      />
      <Metric name="This session" value={count(budgets.session.used)} note="by this browser" />
      <Metric name="Today" value={count(budgets.workspace.used.day)} note="by this dashboard, UTC" />
      <Metric name="Since its start" value={count(own.spent)} note={exactTime(own.since)} />
    </dl>
  );
}
