import type { ReactNode } from "react";

/** The contents link to each section. Its tables and fields adapt to its own width. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      className="@container/section mt-6 -scroll-mt-px border-t border-line-strong pt-5"
      data-testid="reference-section"
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`} className="mb-1 text-20 font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}
