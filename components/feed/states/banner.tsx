import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

const BOX = {
  bad: "border-bad-line bg-bad-soft",
  warn: "border-warn-line bg-warn-soft",
  plain: "border-line-strong bg-surface-well",
} as const;
const TITLE = { bad: "text-bad-text", warn: "text-warn-text", plain: "" } as const;

interface Props {
  tone: keyof typeof BOX;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Shows what happened, what it cost and what still works, across the table that stays visible below it. */
export function Banner({ tone, title, children, actions }: Props) {
  return (
    <div
      className={cn(
        "-mb-px flex max-h-[40%] flex-none flex-wrap items-center gap-x-4 gap-y-2 overflow-y-auto border-y px-gutter py-3 print:hidden",
        BOX[tone],
      )}
      data-testid="banner"
      role={tone === "bad" ? "alert" : "status"}
    >
      <div className="min-w-0 flex-[1_1_280px]">
        <p className={cn("font-medium", TITLE[tone])}>{title}</p>
        <div className="text-12 text-text-2">{children}</div>
      </div>
      {actions && <div className="flex flex-wrap gap-x-4 gap-y-2">{actions}</div>}
    </div>
  );
}
