"use client";

import { Button } from "@/components/ui/button";

/** Shown when rendering a page failed. Trying again renders it again, which buys nothing. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="max-w-measure px-gutter-page py-[72px]">
      <h1 className="text-15 font-semibold tracking-tight">This page could not be shown</h1>
      <p className="mt-1.5 text-text-2">
        The fault is in the dashboard. Showing it again costs 0 credits.
        {error.digest && (
          <>
            {" "}
            Its mark in the log is <code className="font-mono text-12">{error.digest}</code>.
          </>
        )}
      </p>
      <p className="mt-4">
        <Button onClick={reset}>Show it again</Button>
      </p>
    </div>
  );
}
