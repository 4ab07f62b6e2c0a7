"use client";

import type { ReactNode } from "react";
import { Menu } from "@/components/shell/menu";
import { SmallMeter } from "@/components/shell/meter";
import { ViewName } from "./tools/save-view";

interface Props {
  title: string;
  note: string | undefined;
  /** What works on the rows: search, tools, columns. */
  children: ReactNode;
}

/** Above everything: where one is, what is left to spend, and what can be done with the rows. */
export function FeedBar({ title, note, children }: Props) {
  return (
    <header className="feed-bar">
      <Menu note={note} />
      <h1>{title}</h1>
      <ViewName />
      <div className="feed-bar-end">
        <SmallMeter />
        {children}
      </div>
    </header>
  );
}
