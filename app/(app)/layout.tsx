import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { PaletteHost } from "@/components/palette/palette-host";
import { BalanceNotice } from "@/components/shell/balance-notice";
import { Main } from "@/components/shell/main";
import { OfflineNavigation } from "@/components/shell/navigation/offline-navigation";
import { Sidebar } from "@/components/shell/navigation/sidebar";
import { Notices } from "@/components/shell/notices";
import { readPreferences } from "@/components/shell/preferences/preferences";
import { Providers, VisitorProviders } from "@/components/shell/providers";
import { WideOnly } from "@/components/ui/hooks/use-cards";
import { readOwnedOnly } from "@/lib/client/owned-only-cookie";
import { isPhone } from "@/lib/server/http/page-request";
import { isVisit, requireIdentity } from "@/lib/server/pages/identity";
import { shellState, visitorHost } from "@/lib/server/pages/shell-state";

/** Layout of the pages that show a workspace, and of the reference, which a visitor reads without one. */
export default async function AppLayout({ children }: { children: ReactNode }) {
  return (await isVisit()) ? <Visit>{children}</Visit> : <Workspace>{children}</Workspace>;
}

async function Visit({ children }: { children: ReactNode }) {
  const jar = await cookies();
  return (
    <VisitorProviders
      preferences={readPreferences((name) => jar.get(name)?.value)}
      phone={isPhone(await headers())}
      host={visitorHost()}
      now={Date.now()}
    >
      <Main>{children}</Main>
    </VisitorProviders>
  );
}

async function Workspace({ children }: { children: ReactNode }) {
  await requireIdentity();
  const [jar, state] = await Promise.all([cookies(), shellState()]);
  const cookie = (name: string) => jar.get(name)?.value;
  return (
    <Providers
      preferences={readPreferences(cookie)}
      phone={isPhone(await headers())}
      ownedOnly={readOwnedOnly(cookie)}
      meter={state.meter}
      host={state.host}
      saved={state.saved}
      now={Date.now()}
    >
      <div className="grid h-dvh grid-cols-[var(--sidebar)_minmax(0,1fr)] max-tablet:grid-cols-1 print:block print:h-auto">
        <header className="max-tablet:hidden print:hidden">
          <WideOnly>
            <Sidebar />
          </WideOnly>
        </header>
        <Main>
          {children}
          <BalanceNotice className="fixed inset-x-2 bottom-[72px] z-drawer shadow-pop tablet:hidden print:hidden" />
        </Main>
      </div>
      <PaletteHost />
      <Notices />
      <OfflineNavigation />
    </Providers>
  );
}
