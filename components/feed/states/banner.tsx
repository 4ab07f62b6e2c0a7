import type { ReactNode } from "react";

interface Props {
  tone: "bad" | "warn" | "plain";
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** What happened, what it cost and what still works, across the table that stays visible below it. */
export function Banner({ tone, title, children, actions }: Props) {
  return (
    <div className="feed-banner" data-testid="banner" data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      <div className="feed-banner-words">
        <p className="feed-banner-title">{title}</p>
        <div className="text-12 text-text-2">{children}</div>
      </div>
      {actions && <div className="feed-banner-ways">{actions}</div>}
    </div>
  );
}
