import type { ReactNode } from "react";

/** Its buttons are as wide and as high as its fields. */
export const WIDE = "h-control-lg! w-full text-13! max-tablet:h-row-touch!";

interface Props {
  title: string;
  /** One line below it. */
  lead?: ReactNode;
  /** Footer: a link for those who need another page. */
  foot?: ReactNode;
  children: ReactNode;
}

export function AuthPage({ title, lead, foot, children }: Props) {
  return (
    <>
      <main id="main" className="auth-main" tabIndex={-1}>
        <h1>{title}</h1>
        {lead !== undefined && <p className="auth-lead">{lead}</p>}
        {children}
      </main>
      {foot !== undefined && <footer className="auth-foot">{foot}</footer>}
    </>
  );
}
