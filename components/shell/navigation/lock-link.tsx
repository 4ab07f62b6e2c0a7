"use client";
import { Link } from "@/components/ui/link";
import { TEXT_LINK } from "@/components/ui/text-link";
import { useHost } from "@/lib/client/host";
import { UNLOCK_PAGE } from "@/lib/filters/return-path";

/** Links to the page where a browser that gave the password of a foreign host's dashboard is locked again. */
export function LockLink() {
  return useHost().lockable ? (
    <p className="mx-gutter my-2 text-12">
      <Link href={UNLOCK_PAGE} className={TEXT_LINK}>
        Lock this dashboard
      </Link>
    </p>
  ) : null;
}
