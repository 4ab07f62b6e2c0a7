/** The frame of every page that is not a feed's: its bar, and below it what scrolls. */
import type { ReactNode } from "react";
import { Menu } from "./menu";
import { SmallMeter } from "./meter";

interface Props {
  title: string;
  /** Beside the title: the workspace, a date. */
  aside?: ReactNode;
  /** At the right of the bar. */
  tools?: ReactNode;
  /** What kind of data the service holds, where that has to be said. */
  note: string | undefined;
  children: ReactNode;
}

export function Page({ title, aside, tools, note, children }: Props) {
  return (
    <div className="page">
      <header className="page-bar">
        <Menu note={note} />
        <h1>{title}</h1>
        {aside !== undefined && <p className="page-aside">{aside}</p>}
        <div className="page-tools">
          <SmallMeter />
          {tools}
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section className="page-scroll focus-ring-inset" data-testid="page-scroll" aria-label={title} tabIndex={0}>
        <div className="page-body">{children}</div>
      </section>
    </div>
  );
}
