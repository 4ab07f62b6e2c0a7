"use client";
/** Keeps the app open when a link is pressed offline, shows a notice, and offers to try again. */
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { blockedOffline, useWantedPage } from "@/lib/client/offline-navigation";
import { useOffline } from "@/lib/client/online";

/** This runs before the link's own handler, which would pass the click to the router. */
function onClick(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target !== "" || link.origin !== window.location.origin) return;
  const { pathname } = window.location;
  if (link.pathname === pathname) return;
  // biome-ignore lint/performance/useDomNodeTextContent: as rendered, a number next to the name is a line of its own
  const [title = ""] = link.innerText.trim().split("\n");
  if (!blockedOffline({ href: `${link.pathname}${link.search}`, title })) return;
  event.preventDefault();
  event.stopPropagation();
}

const close = () => useWantedPage.setState({ page: undefined });

export function OfflineNavigation() {
  const router = useRouter();
  const offline = useOffline();
  const page = useWantedPage((state) => state.page);
  useEffect(() => {
    document.addEventListener("click", onClick, { capture: true });
    return () => document.removeEventListener("click", onClick, { capture: true });
  }, []);

  function retry() {
    if (page === undefined || blockedOffline(page)) return;
    close();
    router.push(page.href);
  }

  return (
    <div role="status">
      {page !== undefined && (
        <div
          className="fixed bottom-6 left-1/2 z-[var(--z-toast)] flex w-max max-w-[calc(100vw-32px)] -translate-x-1/2 flex-wrap items-center gap-x-4 gap-y-2 rounded-3 bg-surface-pop px-4 py-3 shadow-pop"
          data-testid="offline-navigation"
        >
          <p className="min-w-0 wrap-anywhere">
            <span className="font-medium">{offline ? "You’re offline" : "You’re back online"}</span>{" "}
            <span className="text-text-2">
              {offline ? `${page.title} can’t load right now.` : `${page.title} is ready to load.`}
            </span>
          </p>
          <span className="flex gap-2">
            <Button onClick={retry}>Retry</Button>
            <Button variant="quiet" onClick={close}>
              Dismiss
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}
