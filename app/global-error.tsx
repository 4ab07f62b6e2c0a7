"use client";

import "./globals.css";

/** The layout itself failed: an error page without it. */
export default function GlobalError({ reset }: { reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="max-w-measure px-gutter-page py-[72px]">
          <h1 className="text-15 font-semibold tracking-tight">Dealflow could not be shown</h1>
          <p className="mt-1.5 text-text-2">The fault is in the dashboard. Showing it again costs 0 credits.</p>
          <p className="mt-4">
            <button type="button" className="link focus-ring" onClick={reset}>
              Show it again
            </button>
          </p>
        </main>
      </body>
    </html>
  );
}
