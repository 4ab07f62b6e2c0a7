"use client";
/** A record beside a page that is no feed's: the sheet of the feeds, closed by Escape. */
import { type ReactNode, useEffect, useEffectEvent } from "react";
import type { OpenRecord } from "@/lib/client/address";
import { recordLinkId } from "./record-opener";
import { Sheet, SheetMissing } from "./sheet";

interface Props {
  /** What the open record is. */
  title: string;
  opened: OpenRecord;
  /** Keys of the records, in the order in which the page shows them. */
  keys: readonly string[];
  /** The open record. */
  children: ReactNode;
}

export function PageSheet({ title, opened: { open, setOpen }, keys, children }: Props) {
  const position = open === undefined ? -1 : keys.indexOf(open);
  const stepTo = (key: string | undefined) => (key === undefined ? undefined : () => setOpen(key));

  function close() {
    setOpen(undefined);
    if (open !== undefined) requestAnimationFrame(() => document.getElementById(recordLinkId(open))?.focus());
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  return (
    <Sheet
      title={title}
      besidePage
      position={position < 0 ? undefined : position}
      loaded={keys.length}
      onPrevious={stepTo(keys[position - 1])}
      onNext={stepTo(keys[position + 1])}
      onClose={close}
    >
      {position < 0 ? <SheetMissing /> : children}
    </Sheet>
  );
}
