import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { PaletteHost } from "@/components/palette/palette-host";
import { readPreferences } from "@/components/shell/preferences";
import { Providers } from "@/components/shell/providers";
import { Sidebar } from "@/components/shell/sidebar";
import { readSpending } from "@/lib/client/spending-settings";
import { shellState } from "@/lib/server/shell-state";
import { mono, sans } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Dealflow", template: "%s · Dealflow" },
  description: "Funding rounds and acquisitions, every record metered.",
  referrer: "same-origin",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [jar, state] = await Promise.all([cookies(), shellState()]);
  const cookie = (name: string) => jar.get(name)?.value;
  const preferences = readPreferences(cookie);
  return (
    <html
      lang="en"
      className={`${sans.variable} ${mono.variable}`}
      data-theme={preferences.theme === "system" ? undefined : preferences.theme}
      data-density={preferences.density}
    >
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <Providers
          preferences={preferences}
          spending={readSpending(cookie)}
          meter={state.meter}
          host={state.host}
          saved={state.saved}
          now={Date.now()}
        >
          <div className="shell">
            <header className="shell-side">
              <Sidebar />
            </header>
            <main id="main" className="shell-main" tabIndex={-1}>
              {children}
            </main>
          </div>
          <PaletteHost />
        </Providers>
      </body>
    </html>
  );
}
