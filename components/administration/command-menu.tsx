/** Offers the commands for one item, and opens the dialog of the chosen one. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { CommandDialog, type CommandForm } from "./command-dialog";

interface Props {
  /** The label names the item to a screen reader: `Change Ines`. */
  label: string;
  forms: readonly CommandForm[];
}

export function CommandMenu({ label, forms }: Props) {
  const [open, setOpen] = useState<CommandForm>();
  return (
    <>
      <Popover
        label={
          <>
            <span aria-hidden="true">Change</span>
            <span className="sr-only">{label}</span>
          </>
        }
        title={label}
        variant="quiet"
      >
        {(close) => (
          <ul className="grid">
            {forms.map((form) => (
              <li key={form.command + form.action}>
                <Button
                  variant="quiet"
                  className="flex h-7 w-full items-center px-2 text-left hover:bg-surface-hover max-tablet:h-row-touch"
                  onClick={() => {
                    close();
                    setOpen(form);
                  }}
                >
                  {form.action}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
      {open && <CommandDialog form={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
