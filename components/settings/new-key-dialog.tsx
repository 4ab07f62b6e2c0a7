"use client";

import { KEY_LIMITS, KEYS, type NewKey } from "@dealflow/contract/account/keys";
import { useState } from "react";
import { useAccountForm } from "@/components/shell/account-form";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { namedProblem } from "@/lib/client/person-rules";
import { newKeyResult } from "./shown-once";

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<NewKey | "unread">();
  const form = useAccountForm({
    endpoint: KEYS.addKey,
    fields: { name: (text) => namedProblem(text, "The name of a key", KEY_LIMITS.name) },
    invalidates: [KEYS.keys],
    onDone: setCreated,
    onUnread: () => setCreated("unread"),
  });
  return (
    <FormDialog
      title="New key"
      submit="Create key"
      status={form}
      onSubmit={form.form.onSubmit}
      onClose={onClose}
      result={newKeyResult(created, onClose)}
    >
      <LabelledField
        {...form.field("name")}
        label="Name"
        autoComplete="off"
        autoFocus
        hint="A name that shows next to its purchases."
      />
    </FormDialog>
  );
}
