"use client";
/** Withdraws one record that is wrong. */
import { IMPORTS } from "@dealflow/contract/account/imports/imports";
import { useState } from "react";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { TextEntry } from "@/components/ui/forms/labelled-field";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { RECORD_HINT } from "./words";

export function RetractDialog({ onClose }: { onClose: () => void }) {
  const [record, setRecord] = useState("");
  const [reason, setReason] = useState("");
  const retract = useAccountMutation(IMPORTS.retractRecord, { invalidates: [IMPORTS.imports], onSuccess: onClose });
  return (
    <FormDialog
      title="Withdraw a record"
      submit="Withdraw"
      status={retract}
      disabled={record.trim() === "" || reason.trim() === ""}
      onSubmit={() => retract.mutate({ body: { record, reason } })}
      onClose={onClose}
    >
      <p className="text-text-2">
        The record leaves feeds, search and exports, and later imports do not bring it back. Undo the withdrawal in the
        list of imports.
      </p>
      <TextEntry label="Record" hint={RECORD_HINT} value={record} onChange={setRecord} />
      <TextEntry label="Reason" hint="Imports that state the record repeat it" value={reason} onChange={setReason} />
    </FormDialog>
  );
}
