"use client";

import { useRouter } from "next/navigation";
import { startTransition, useCallback, useEffect } from "react";
import { TEXT_LINK } from "@/components/ui/text-link";

const RETRY_MS = 3_000;

/**
 * Next shows this when rendering a page failed, and it renders the page again until that succeeds, which buys nothing.
 * Every page loads this too, so it does not import `Button`, which would be in its chunk a second time (2.8 kB).
 */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const router = useRouter();
  const retry = useCallback(
    () =>
      startTransition(() => {
        router.refresh();
        reset();
      }),
    [router, reset],
  );
  useEffect(() => {
    const timer = setInterval(retry, RETRY_MS);
    return () => clearInterval(timer);
  }, [retry]);
  return (
    <div className="max-w-measure px-gutter-page py-[72px]">
      <h1 className="text-15 font-semibold tracking-tight">This page couldn't be displayed</h1>
      <p className="mt-1.5 text-text-2">
        Something went wrong in the dashboard. It tries again every few seconds, which is free.
        {error.digest && (
          <>
            {" "}
            Error id: <code className="font-mono text-12">{error.digest}</code>.
          </>
        )}
      </p>
      <p className="mt-4">
        <button type="button" className={TEXT_LINK} onClick={retry}>
          Try again
        </button>
      </p>
    </div>
  );
}
