import { useState } from "react";
import { Button } from "@/components/ui/button";

/** The start of an id is the time of the request, and only its end is unique. */
const SHOWN = 12;

export function RequestId({ id }: { id: string }) {
  return (
    <code className="font-mono text-12" title={id}>
      {id.length > SHOWN ? id.slice(-SHOWN) : id}
    </code>
  );
}

export function CopyRequestId({ id }: { id: string }) {
  const [label, setLabel] = useState("Copy request id");
  return (
    <Button
      onClick={() => {
        navigator.clipboard.writeText(id).then(
          () => setLabel("Copied"),
          () => setLabel(id),
        );
      }}
    >
      {label}
    </Button>
  );
}
