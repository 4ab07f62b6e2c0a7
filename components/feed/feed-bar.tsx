"use client";

import type { ReactNode } from "react";
import { Menu } from "@/components/shell/menu";
import { SmallMeter } from "@/components/shell/meter";

interface Props {
  title: string;
  note: string | undefined;
  /** The name under which these filters are saved. */
  view: string | undefined;
  /** What works on the rows: search, tools, columns. */
  children: ReactNode;
}

/** Above everything: where one is, what is left to spend, and what can be done with the rows. */
export function FeedBar({ title, note, view, children }: Props) {
  return (
    <header className="feed-bar">
      <Menu note={note} />
      <h1>{title}</h1>
      {view && <p className="page-aside">{view}</p>}
      <div className="feed-bar-end">
        <SmallMeter />
        {children}
      </div>
    </header>
  );
}
