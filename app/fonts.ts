/** Geist from its package, so that building and starting need no network. Only the text font is worth preloading. */
import localFont from "next/font/local";

export const sans = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  // A font that loads late is used from the next page on: swapping it in would shift the text.
  display: "optional",
});

export const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  display: "optional",
  preload: false,
  adjustFontFallback: false,
});
