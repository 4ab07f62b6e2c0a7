import type { ReactNode } from "react";
import { Preview } from "@/components/auth/preview";
import { Logo } from "@/components/shell/navigation/logo";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,520px)_minmax(0,1fr)] max-panel:grid-cols-1">
      <div className="flex min-h-0 flex-col overflow-y-auto border-r border-line-strong px-20 py-7 max-panel:items-center max-panel:border-r-0 max-tablet:px-gutter max-tablet:py-6">
        <header className="flex shrink-0 items-center gap-2 text-15 font-semibold tracking-tight max-panel:w-full max-panel:max-w-[360px]">
          <Logo />
          Dealflow
        </header>
        {children}
      </div>
      <Preview />
    </div>
  );
}
