/** Geist from its package, so that building and starting need no network. Only the text face is worth a preload. */
import localFont from "next/font/local";

export const sans = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  // A face that comes late waits for the next page: swapping it in would move text under the reader.
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
