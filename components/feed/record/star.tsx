"use client";
/** Adds a company to the watchlist, or removes it. Free. */
import { Star as StarIcon } from "lucide-react";
import { useState } from "react";
import { useHost } from "@/lib/client/host";
import { useWatched } from "@/lib/queries/saved";

interface Props {
  company: { readonly id: string | null; readonly name: string | null; readonly domain: string | null } | null;
  /** Has a text beside the mark. */
  labelled?: boolean;
}

/** Nothing for a company that has no id, since nothing could be found by it later. */
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
}: {
  id: string;
  name: string;
  domain: string | null;
  labelled: boolean;
}) {
  const host = useHost();
  const watched = useWatched(id);
  const [error, setError] = useState<string>();

  async function toggle() {
    const { unwatch, watch } = await import("@/lib/client/saved/actions");
    const result = await (watched ? unwatch(host, id) : watch(host, [{ id, name, domain }]));
    setError(result.ok ? undefined : result.message);
  }

  return (
    <>
      <button
        type="button"
        className="star focus-ring"
        aria-pressed={watched}
        aria-label={labelled ? undefined : `Watch ${name}`}
        onClick={(event) => {
          event.stopPropagation();
          void toggle();
        }}
      >
        <StarIcon size={14} fill={watched ? "currentColor" : "none"} />
        {labelled && (watched ? "Watched" : "Watch")}
      </button>
      <span role="alert" className="star-refused">
        {error}
      </span>
    </>
  );
}
