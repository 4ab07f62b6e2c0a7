"use client";
import { CONNECTIONS, type McpConnection } from "@dealflow/contract/account/connections";
import { useState } from "react";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { ALLOWANCE_RULE, parseAllowance } from "@/lib/format/allowance";
import { count } from "@/lib/format/counts";
import { useAccountMutation } from "@/lib/queries/account-mutation";

export function AllowanceDialog({ of, onClose }: { of: McpConnection; onClose: () => void }) {
  const [text, setText] = useState(String(of.dailyAllowance));
  const change = useAccountMutation(CONNECTIONS.changeConnection, {
    invalidates: [CONNECTIONS.connections, CONNECTIONS.connection],
    onSuccess: onClose,
  });
  const dailyAllowance = parseAllowance(text);
  return (
    <FormDialog
      title={`Daily limit of ${of.clientName}`}
      submit="Save"
      status={change}
      disabled={dailyAllowance === undefined}
      onSubmit={() => dailyAllowance !== undefined && change.mutate({ id: of.id, body: { dailyAllowance } })}
      onClose={onClose}
    >
      <LabelledField
        label="Credits a day"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        value={text}
        hint={`Days are those of UTC; ${count(of.usedToday)} used today. 0 pauses the connection.`}
        problem={dailyAllowance === undefined ? ALLOWANCE_RULE : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  );
}
