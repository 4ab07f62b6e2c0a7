import { TextLink } from "@/components/ui/link";
import { useHost } from "@/lib/client/host";
import { UNLOCK_PAGE } from "@/lib/filters/return-path";

/** Links to the page where a browser that gave the password of a foreign host's dashboard is locked again. */
export function LockLink() {
  return useHost().lockable ? (
    <p className="mx-gutter my-2 text-12">
      <TextLink href={UNLOCK_PAGE}>Lock this dashboard</TextLink>
    </p>
  ) : null;
}
