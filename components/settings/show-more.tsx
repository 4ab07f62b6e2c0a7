"use client";

import { Button } from "@/components/ui/button";
import type { AccountList } from "@/lib/queries/account";
import { Unread } from "./settings-page";

/** Below a list: the way to the rest of it, and why it could not be read. */
export function ShowMore<Item>({ of, what }: { of: AccountList<Item>; what: string }) {
  return (
    <>
      {of.problem !== undefined && <Unread problem={of.problem} />}
      {of.hasMore && (
        <p>
          <Button disabled={of.loading} onClick={() => void of.loadMore()}>
            Show more {what}
          </Button>
        </p>
      )}
    </>
  );
}
