"use client";

import "./globals.css";
import { TEXT_LINK } from "@/components/ui/text-link";

/** Next shows this page, without the layout, when the layout itself failed. */
export default function GlobalError({ reset }: { reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="max-w-measure px-gutter-page py-[72px]">
          <h1 className="text-15 font-semibold tracking-tight">Dealflow couldn't be displayed</h1>
          <p className="mt-1.5 text-text-2">Something went wrong in the dashboard. Trying again is free.</p>
          <p className="mt-4">
            <button type="button" className={TEXT_LINK} onClick={reset}>
              Try again
            </button>
          </p>
        </main>
      </body>
    </html>
  );
}
