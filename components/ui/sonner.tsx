import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { buttonVariants } from "./button";
import { useNotices } from "./hooks/notify";
import "sonner/dist/styles.css";

/** A notice stays for this many ms; one with an action stays longer. */
const STAYS = 6_000;
const STAYS_WITH_ACTION = 12_000;

const CLASS_NAMES = {
  toast:
    "flex w-full items-center gap-3 rounded-3 font-sans bg-surface-pop px-3 py-2 text-13 text-text-1 shadow-pop focus-visible:outline-2 focus-visible:outline-focus",
  content: "min-w-0 flex-1 wrap-anywhere",
  actionButton: buttonVariants(),
} as const;

/** Shows the notices of `notify`. It is mounted when there is a first one. */
export function Toaster() {
  const pending = useNotices((state) => state.pending);
  // sonner is a store outside of React, which accepts notices only from handlers and effects.
  useEffect(() => {
    if (pending.length === 0) return;
    useNotices.setState({ pending: [] });
    for (const { text, action } of pending)
      toast(text, {
        duration: action === undefined ? STAYS : STAYS_WITH_ACTION,
        ...(action && { action: { label: action.label, onClick: action.run } }),
      });
  }, [pending]);
  return (
    <Sonner
      // The offset keeps notices clear of the priced buttons below the rows, and of the dock of a phone.
      position="bottom-right"
      offset={{ bottom: 44, right: 16 }}
      mobileOffset={{ bottom: 76 }}
      containerAriaLabel="Notices"
      toastOptions={{ unstyled: true, classNames: CLASS_NAMES }}
    />
  );
}
