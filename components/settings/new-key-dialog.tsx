"use client";

import { KEY_LIMITS, KEYS, type NewKey } from "@dealflow/contract/account-keys";
import { useState } from "react";
import { Submit, useAccountForm } from "@/components/shell/account-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { LabelledField } from "@/components/ui/labelled-field";
import { namedProblem } from "@/lib/client/person-rules";
import { NewKeyText } from "./new-key-text";

interface Props {
  /** A key is there. */
  onCreated: () => Promise<void>;
  onClose: () => void;
}

export function NewKeyDialog({ onCreated, onClose }: Props) {
  const [created, setCreated] = useState<NewKey | "unread">();
  const form = useAccountForm({
    endpoint: KEYS.addKey,
    fields: { name: (text) => namedProblem(text, "The name of a key", KEY_LIMITS.name) },
    onDone: (key) => {
      setCreated(key);
      void onCreated();
    },
    onUnread: () => {
      setCreated("unread");
      void onCreated();
    },
  });
  return (
    <Dialog title={created === undefined ? "New key" : "The new key"} steady={created !== undefined} onClose={onClose}>
      {(close) =>
        created === undefined ? (
          <form className="mt-3 grid gap-3.5" {...form.form}>
            <LabelledField
              {...form.field("name")}
              label="Name"
              autoComplete="off"
              autoFocus
              hint="A name that shows next to its purchases."
            />
            <Submit of={form} beside={<Button onClick={close}>Cancel</Button>}>
              Create key
            </Submit>
          </form>
        ) : (
          <NewKeyText of={created} onClose={close} />
        )
      }
    </Dialog>
  );
}
