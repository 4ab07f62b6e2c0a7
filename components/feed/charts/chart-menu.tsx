"use client";
/** Offers a chart in full screen and as a picture: in a menu, and as buttons where it already fills the screen. */
import { Ellipsis, Image, Maximize2, X } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/hooks/notify";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";

export const PICTURES = ["png", "svg"] as const;
export type PictureFormat = (typeof PICTURES)[number];

interface Saves {
  onSave: (format: PictureFormat) => Promise<void>;
}

export function ChartMenu({ label, onFull, onSave }: Saves & { label: string; onFull: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // A press on the button closes the menu before it is a click.
  const wasOpen = useRef(false);
  return (
    <span className="relative flex-none">
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="menu"
        // It is no stop on the way to the table: the key for context menus opens it within the chart.
        tabIndex={-1}
        aria-expanded={open}
        className="size-6 text-text-2"
        onPointerDown={() => {
          wasOpen.current = open;
        }}
        onClick={() => {
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      >
        <Ellipsis aria-hidden="true" className="size-3.5" />
      </IconButton>
      {open && (
        <Menu
          label={label}
          anchor={{ inset: 0 }}
          onClose={() => {
            button.current?.focus();
            setOpen(false);
          }}
        >
          <MenuItem icon={Maximize2} onSelect={onFull}>
            Full screen
          </MenuItem>
          {PICTURES.map((format) => (
            <MenuItem key={format} icon={Image} onSelect={() => void save(onSave, format)}>
              {`Save as ${format.toUpperCase()}`}
            </MenuItem>
          ))}
        </Menu>
      )}
    </span>
  );
}

export function ChartButtons({ onSave, onClose }: Saves & { onClose: () => void }) {
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
