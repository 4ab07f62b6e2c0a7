import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

interface Props {
  /** The heading has this id, and names its section. */
  id: string;
  title: string;
  /** Tells what the section covers, after the title. */
  about?: string;
  className?: string;
  children?: ReactNode;
}

export function SectionHead({ id, title, about, className, children }: Props) {
  return (
    <div className={cn("flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1", className)}>
      <h2 id={id} className="font-semibold">
        {title} {about !== undefined && <span className="ml-1 text-12/5 font-regular text-text-2">{about}</span>}
      </h2>
      {children}
    </div>
  );
}
