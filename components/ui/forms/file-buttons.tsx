"use client";
import { useRef } from "react";
import { Button } from "@/components/ui/button";

/** Both stand next to the title and the balance in the bar of a phone. */
const SMALL = "in-data-touch:px-2 in-data-touch:text-13";

interface Props {
  /** The file name looks like `dealflow-views.json`. */
  name: string;
  /** The buttons' labels contain this noun, such as `views`. */
  what: string;
  /** This is undefined while there is nothing to write. */
  write: (() => string) | undefined;
  read: (text: string) => void;
}

export function FileButtons({ name, what, write, read }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={`File of ${what}`}
        onChange={async (event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) read(await file.text());
        }}
      />
      <Button className={SMALL} onClick={() => input.current?.click()} aria-label={`Import ${what} from a file`}>
        Import
      </Button>
      <Button
        className={SMALL}
        disabled={write === undefined}
        aria-label={`Export ${what} to a file`}
        onClick={() => {
          if (write !== undefined) save(name, write());
        }}
      >
        Export
      </Button>
    </>
  );
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
