import type { ReactNode } from "react";

interface Props {
  /** Names it for a screen reader. */
  label: string;
  title: string;
  text: ReactNode;
  actions: ReactNode;
  /** Between the text and the actions. */
  children?: ReactNode;
}

/** Below the last row: why the rows end here, and how they go on. Of one height, so that nothing below it moves. */
export function EndRow({ label, title, text, actions, children }: Props) {
  return (
    <section
      className="flex min-h-brake flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-gutter py-2"
      aria-label={label}
    >
      <div>
        <p className="text-13 font-medium">{title}</p>
        <p className="text-12/5 text-text-2">{text}</p>
      </div>
      {children}
      <div className="ml-auto flex flex-wrap gap-2 max-tablet:ml-0">{actions}</div>
    </section>
  );
}
