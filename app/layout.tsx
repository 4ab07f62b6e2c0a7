import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { readPreferences } from "@/components/shell/preferences";
import { redirectToCanonicalAddress } from "@/lib/server/canonical-address";
import { mono, sans } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Dealflow", template: "%s · Dealflow" },
  description: "Funding rounds and acquisitions, every record metered.",
  referrer: "same-origin",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

/**
 * Reads a cookie, so that every page is rendered per request: a static one would have no nonce, and lose its scripts.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await redirectToCanonicalAddress();
  const jar = await cookies();
  const { theme, density } = readPreferences((name) => jar.get(name)?.value);
  return (
    <html
      lang="en"
      className={`${sans.variable} ${mono.variable}`}
      data-theme={theme === "system" ? undefined : theme}
      data-density={density}
    >
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {children}
      </body>
    </html>
  );
}
