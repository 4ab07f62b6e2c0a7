import type { ReactNode } from "react";

export const WIDE = "h-control-lg! w-full text-13! max-tablet:h-row-touch!";

export const AUTH_FORM = "mt-7 grid gap-4";
export const AUTH_NOTE = "mt-2 text-12 text-text-2";
export const EMAIL_FIELD = { label: "Email", type: "email", autoComplete: "username", autoCapitalize: "none" } as const;

interface Props {
  title: string;
  lead?: ReactNode;
  /** The footer holds a link for those who need another page. */
  foot?: ReactNode;
  children: ReactNode;
}

export function AuthPage({ title, lead, foot, children }: Props) {
  return (
    <>
      <main
        id="main"
        // The form stands a little above the middle, at one height on every page of signing in.
        className="w-full max-w-[360px] shrink-0 grow pt-[clamp(32px,17vh,136px)] pb-8 max-tablet:pt-10"
        tabIndex={-1}
      >
        <h1 className="text-20 font-semibold tracking-tight">{title}</h1>
        {lead !== undefined && <p className="mt-0.5 text-text-2">{lead}</p>}
        {children}
      </main>
      {foot !== undefined && (
        <footer className="shrink-0 text-12 text-text-2 max-panel:w-full max-panel:max-w-[360px]">{foot}</footer>
      )}
    </>
  );
}
