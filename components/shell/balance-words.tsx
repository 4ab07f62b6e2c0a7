"use client";

import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { useHost } from "@/lib/client/host";
import { dismissNotice, type NoticeLevel } from "@/lib/client/ui-store";
import { credits } from "@/lib/format/counts";

interface Props {
  account: string;
  level: NoticeLevel;
  balance: number;
}

/** What is left, what works without it, and the way to more. */
export function BalanceWords({ account, level, balance }: Props) {
  const { identity } = useHost();
  const operator = identity?.person.operator === true;
  return (
    <section
      className="balance-notice"
      data-level={level}
      aria-label={level === "empty" ? "No credits" : "Few credits"}
    >
      <p role="status">
        <strong>{level === "empty" ? "No credits are left." : `${credits(balance)} left.`}</strong> Owned rows, their
        export, saved views and the watchlist {level === "empty" ? "still work" : "stay free"}.
      </p>
      <div className="balance-notice-ways">
        <Link href="/credits" className="link focus-ring">
          {operator ? "Grant credits" : "Ask for credits"}
        </Link>
        <Button look="quiet" onClick={() => dismissNotice(account, level)}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}
