import { useEffect } from "react";
import { useHost } from "../host";

/** Counts what is new in the views, where the host does that for free. */
export function useLoadCounts(views: readonly { readonly id: string }[] = []): void {
  const host = useHost();
  const ids = views.map(({ id }) => id).join(" ");
  useEffect(() => {
    if (host.own && ids !== "") void import("./actions").then(({ loadCounts }) => loadCounts(host, ids.split(" ")));
  }, [host, ids]);
}
