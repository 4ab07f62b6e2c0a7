/** Shows a record on a page that is not a feed's, in the sheet of the feeds. Escape closes it. */
import type { ReactNode } from "react";
import { useDocumentKeys } from "@/components/ui/hooks/use-document-keys";
import type { OpenRecord } from "@/lib/client/address";
import { recordLinkId } from "./record-opener";
import { Sheet, SheetMissing } from "./sheet";

interface Props {
  title: string;
  opened: OpenRecord;
  /** The keys of the records are in the order in which the page shows them. */
  keys: readonly string[];
  children: ReactNode;
}

export function PageSheet({ title, opened: { open, setOpen }, keys, children }: Props) {
  const position = open === undefined ? -1 : keys.indexOf(open);
  const stepTo = (key: string | undefined) => (key === undefined ? undefined : () => setOpen(key));

  function close() {
    setOpen(undefined);
    if (open !== undefined) requestAnimationFrame(() => document.getElementById(recordLinkId(open))?.focus());
  }

  useDocumentKeys((event) => {
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    close();
  });

  return (
    <Sheet
      title={title}
      outsideFeed
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
