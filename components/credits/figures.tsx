/** The main figures: the balance, and how fast it goes. */
import type { AccountState, CreditsState } from "@/lib/api/credits";
import type { AccountCredits } from "@/lib/contract/account-credits";
import { count, formatCount } from "@/lib/format/counts";
import { exactTime, shortDate } from "@/lib/format/dates";
import { paceOf } from "./pace";

interface FigureProps {
  name: string;
  figure: string;
  note: string;
  main?: boolean;
}

function Figure({ name, figure, note, main = false }: FigureProps) {
  return (
    <div className="credits-figure" data-main={main || undefined}>
      <dt>{name}</dt>
      <dd>
        <strong>{figure}</strong>
        <span>{note}</span>
      </dd>
    </div>
  );
}

export function AccountFigures({ account: { credits, usage } }: { account: AccountState }) {
  const today = usage.days.find(({ day }) => day === usage.to);
  const used = usage.days.reduce((sum, day) => sum + day.credits, 0);
  const pace = paceOf(usage, credits.balance, credits.since);
  return (
    <dl className="credits-figures">
      <Figure main name="Balance" figure={count(credits.balance)} note={granted(credits, usage.to)} />
      <Figure name="Today" figure={count(today?.credits ?? 0)} note={formatCount(today?.requests ?? 0, "request")} />
      <Figure
        name="30 days"
        figure={count(used)}
        note={pace === undefined ? "nothing was used" : `${count(pace.aWorkingDay)} a working day`}
      />
      <Figure
        name="At this pace"
        figure={pace === undefined ? "–" : formatCount(pace.workingDaysLeft, "day")}
        note={pace === undefined ? "no pace yet" : "working days left"}
      />
    </dl>
  );
}

function granted({ granted: sum, grants, grantedAt }: AccountCredits, today: string): string {
  if (grantedAt === null) return "nothing granted yet";
  const when = shortDate(grantedAt, new Date(today));
  return `of ${count(sum)} granted${grants === 1 ? "" : ", last"} ${when}`;
}

/** Where no account page tells more: what the dashboard's server counted itself. */
export function OwnFigures({ state: { balance, estimated, budgets, count: own } }: { state: CreditsState }) {
  return (
    <dl className="credits-figures">
      <Figure
        main
        name="Balance"
        figure={balance === null ? "–" : count(balance)}
        note={balance === null ? "not told yet" : estimated ? "estimated" : "as the API told it"}
      />
      <Figure name="This session" figure={count(budgets.used.session)} note="by this browser" />
      <Figure name="Today" figure={count(budgets.used.day)} note="by this dashboard, UTC" />
      <Figure name="Since its start" figure={count(own.spent)} note={exactTime(own.since)} />
    </dl>
  );
}
