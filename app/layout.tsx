import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies, headers } from "next/headers";
import { permanentRedirect } from "next/navigation";
import type { ReactNode } from "react";
import { readPreferences } from "@/components/shell/preferences/preferences";
import { environment } from "@/lib/server/environment";
import { canonicalAddress } from "@/lib/server/http/page-request";
import { readPath } from "@/lib/server/http/request-hooks";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Dealflow", template: "%s · Dealflow" },
  description: "Funding rounds, acquisitions and executive moves, metered by the record.",
  referrer: "same-origin",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

// Geist from its package, so that building and starting need no network. Only the text font is worth preloading.
const sans = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  // A font that loads late is used from the next page on: swapping it in would shift the text.
  display: "optional",
});

const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  display: "optional",
  preload: false,
  adjustFontFallback: false,
});

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
      <head>
        {/* Half a page is never painted: what is centered or right-aligned would move as the rest of the HTML arrives. */}
        <link rel="expect" href="#page-end" blocking="render" />
      </head>
      <body>
        <a
          className="absolute top-2 left-2 z-[var(--z-toast)] -translate-y-[200%] rounded-2 bg-surface-invert px-2.5 py-1 text-text-invert focus:translate-y-0"
          href="#main"
        >
          Skip to content
        </a>
        {children}
        <div id="page-end" hidden />
      </body>
    </html>
  );
}

/**
 * Redirects to the dashboard's canonical address, here rather than in Next's proxy, which treats all names of this machine as one host and strips the
 * host from redirects between them.
 */
async function redirectToCanonicalAddress(): Promise<void> {
  const head = await headers();
  const address = canonicalAddress(head.get("host") ?? "", readPath(head), environment().dashboardUrl);
  if (address !== undefined) permanentRedirect(address);
}
