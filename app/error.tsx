"use client";

import { useRouter } from "next/navigation";
import { startTransition, useCallback, useEffect } from "react";
import { TEXT_LINK } from "@/components/ui/text-link";

const FIRST_WAIT_MS = 3_000;
const LONGEST_WAIT_MS = 30_000;

/** The component mounts again with each failed attempt, so the wait is kept outside of it. */
let last = { at: 0, waitMs: 0 };

/** Doubles the wait until an attempt has succeeded. */
function nextWait(): number {
  const failedAgain = Date.now() - last.at < last.waitMs + LONGEST_WAIT_MS;
  last = { at: Date.now(), waitMs: failedAgain ? Math.min(2 * last.waitMs, LONGEST_WAIT_MS) : FIRST_WAIT_MS };
  return last.waitMs;
}

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
    let timer = setTimeout(function again() {
      retry();
      timer = setTimeout(again, nextWait());
    }, nextWait());
    return () => clearTimeout(timer);
  }, [retry]);
  return (
    <div className="max-w-measure px-gutter-page py-[72px]">
      <h1 className="text-15 font-semibold tracking-tight">This page couldn't be displayed</h1>
      <p className="mt-1.5 text-text-2">
        Something went wrong in the dashboard. It tries again automatically, which is free.
        {error.digest && (
          <>
            {" "}
            Error id: <code className="font-mono text-12">{error.digest}</code>.
          </>
        )}
      </p>
      <p className="mt-4">
        <button type="button" className={TEXT_LINK} onClick={retry}>
          Try now
        </button>
      </p>
    </div>
  );
}
