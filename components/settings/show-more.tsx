"use client";

import type { Paged } from "@/components/shell/use-paged";
import { Button } from "@/components/ui/button";
import { Unread } from "./settings-page";

/** Below a list: the way to the rest of it, and why it could not be read. */
export function ShowMore<Item>({ of, what }: { of: Paged<Item>; what: string }) {
  return (
    <>
      {of.problem !== undefined && <Unread problem={of.problem} />}
      {of.hasMore && (
        <p>
          <Button disabled={of.loading} onClick={() => void of.more()}>
            Show more {what}
          </Button>
        </p>
      )}
    </>
  );
}
