import { X } from "lucide-react";
import { Meter } from "@/components/shell/meter";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/drawer";
import { useHost } from "@/lib/client/host";
import { setPaletteOpen } from "@/lib/client/palette";
import { Brand } from "./brand";
import { LockLink } from "./lock-link";
import { Navigation } from "./navigation";
import { PersonLines } from "./person-button";
import { PersonPanel } from "./person-panel";
import { ThemeControl } from "./theme-control";

/** The drawer is open while it is mounted. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { identity, demo } = useHost();
  return (
    <Drawer label="Menu" side="left" onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto [&>*]:shrink-0">
        <p className="flex h-bar-top items-center gap-2 px-gutter text-15 font-semibold tracking-tight">
          <Brand onNavigate={onClose} />
          <button
            type="button"
            className="focus-ring -mr-3 ml-auto flex size-11 items-center justify-center rounded-2"
            aria-label="Close menu"
            onClick={onClose}
          >
            <X size={18} />
          </button>
        </p>
        <Button
          className="mx-gutter mb-2"
          onClick={() => {
            onClose();
            setPaletteOpen(true);
          }}
        >
          Go to, or filter by typing
        </Button>
        <Navigation onNavigate={onClose} />
        <LockLink />
        {identity && (
          <>
            <p className="border-t border-line-strong px-gutter pt-2.5 pb-1">
              <PersonLines identity={identity} />
            </p>
            <PersonPanel identity={identity} onNavigate={onClose} />
          </>
        )}
        <Meter />
        <div className="flex flex-col gap-2 border-t border-line-strong px-gutter py-2">
          <ThemeControl />
          {demo && <p className="text-12 text-text-3">Demo data</p>}
        </div>
      </div>
    </Drawer>
  );
}
