"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Button } from "@/components/ui/button";

/** This replaces a page whose data could not be read. */
export function PageProblem({ problem, canRetry }: { problem: string; canRetry: boolean }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  return (
    <p role="alert" className="px-gutter py-3 text-bad-text">
      {problem}{" "}
      {canRetry && (
        <Button disabled={isPending} onClick={() => startTransition(() => router.refresh())}>
          Try again
        </Button>
      )}
    </p>
  );
}
