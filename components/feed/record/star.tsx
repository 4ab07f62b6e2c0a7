/** Adds a company to the watchlist, or removes it, for free. */
import type { WatchedCompany } from "@dealflow/contract/account/saved";
import { useMutation } from "@tanstack/react-query";
import { Star as StarIcon } from "lucide-react";
import { notify } from "@/components/ui/hooks/notify";
import { useHost } from "@/lib/client/host";
import { getQueryClient } from "@/lib/queries/client";
import { useWatched, watchlistQuery } from "@/lib/queries/saved";

interface Props {
  company: { readonly id: string | null; readonly name: string | null; readonly domain: string | null } | null;
  labelled?: boolean;
}

/** A company without an id gets no star, because it could not be found later. */
export function Star({ company, labelled = false }: Props) {
  return company?.id && company.name ? (
    <StarButton id={company.id} name={company.name} domain={company.domain} labelled={labelled} />
  ) : null;
}

function StarButton({
  id,
  name,
  domain,
  labelled,
}: Pick<WatchedCompany, "id" | "name" | "domain"> & { labelled: boolean }) {
  const host = useHost();
  const watched = useWatched(id);
  const { error, mutate } = useMutation({ mutationFn: toggle });

  async function toggle() {
    const { unwatch, watch } = await import("@/lib/client/saved/actions");
    if (!watched) return void (await watch(host, [{ id, name, domain }]));
    // Removing the company would lose its note, so undoing restores it.
    const before = getQueryClient()
      .getQueryData(watchlistQuery(host).queryKey)
      ?.find((one) => one.id === id);
    await unwatch(host, id);
    if (before === undefined) return;
    const { version: _, ...draft } = before;
    const undo = () => watch(host, [draft]).catch(() => undefined);
    notify(`Removed ${name} from the watchlist`, { label: "Undo", run: () => void undo() });
  }

  return (
    <>
      <button
        type="button"
        className="focus-ring inline-flex min-h-6 min-w-6 in-data-touch:min-h-row-touch in-data-touch:min-w-row-touch cursor-pointer items-center justify-center gap-1.5 rounded-2 text-12 text-text-2 hover:text-text-1 aria-pressed:text-text-1"
        aria-pressed={watched}
        aria-label={labelled ? undefined : `Watch ${name}`}
        onClick={(event) => {
          event.stopPropagation();
          mutate();
        }}
      >
        <StarIcon size={14} fill={watched ? "currentColor" : "none"} />
        {labelled && (watched ? "Watched" : "Watch")}
      </button>
      <span role="alert" className="mt-1 text-12 text-bad-text empty:hidden">
        {error?.message}
      </span>
    </>
  );
}
