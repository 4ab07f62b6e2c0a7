/** Offers a chart in full screen and as a picture: in its menu, and as buttons where it already fills the screen. */
import { Image, Maximize2, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/hooks/notify";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";

const PICTURES = ["png", "svg"] as const;
export type PictureFormat = (typeof PICTURES)[number];

interface Saves {
  onSave: (format: PictureFormat) => Promise<void>;
  onClose: () => void;
}

export function ChartMenuEntries({ label, onFull, onSave, onClose }: Saves & { label: string; onFull: () => void }) {
  return (
    <Menu label={label} anchor={{ inset: 0 }} onClose={onClose}>
      <MenuItem icon={Maximize2} onSelect={onFull}>
        Full screen
      </MenuItem>
      {PICTURES.map((format) => (
        <MenuItem key={format} icon={Image} onSelect={() => void save(onSave, format)}>
          {`Save as ${format.toUpperCase()}`}
        </MenuItem>
      ))}
    </Menu>
  );
}

export function ChartButtons({ onSave, onClose }: Saves) {
  return (
    <span className="ml-2 flex flex-none gap-1.5">
      {PICTURES.map((format) => (
        <Button key={format} onClick={() => void save(onSave, format)}>
          {`Save as ${format.toUpperCase()}`}
        </Button>
      ))}
      <IconButton label="Close" onClick={onClose}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </span>
  );
}

async function save(onSave: Saves["onSave"], format: PictureFormat): Promise<void> {
  try {
    await onSave(format);
  } catch {
    notify("The picture couldn't be saved.");
  }
}
