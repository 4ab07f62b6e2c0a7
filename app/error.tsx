"use client";

import { Button } from "@/components/ui/button";

/** Shown when rendering a page failed. Trying again renders it again, which buys nothing. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="max-w-measure px-gutter-page py-[72px]">
      <h1 className="text-15 font-semibold tracking-tight">This page couldn't be displayed</h1>
      <p className="mt-1.5 text-text-2">
        Something went wrong in the dashboard. Trying again is free.
        {error.digest && (
          <>
            {" "}
            Error id: <code className="font-mono text-12">{error.digest}</code>.
          </>
        )}
      </p>
      <p className="mt-4">
        <Button onClick={reset}>Try again</Button>
      </p>
    </div>
  );
}
