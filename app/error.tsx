"use client";

import { TEXT_LINK } from "@/components/ui/text-link";

/**
 * Next shows this when rendering a page failed. Trying again renders it again, which buys nothing. Every page loads
 * this too, so it does not import `Button`, which would be in its chunk a second time (2.8 kB).
 */
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
        <button type="button" className={TEXT_LINK} onClick={reset}>
          Try again
        </button>
      </p>
    </div>
  );
}
