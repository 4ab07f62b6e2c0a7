"use client";

import { useNow } from "@/components/shell/clock";
import { exactTime, shortDate } from "@/lib/format/dates";

/** A day, with the exact time on hover; a dash where there is none. */
export function When({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null || at === "") return "–";
  return (
    <time dateTime={at} title={exactTime(at)}>
      {shortDate(at, now)}
    </time>
  );
}
