"use client";
import { CONNECTIONS, type McpConnection } from "@dealflow/contract/account-connections";
import { useState } from "react";
import { FormProblem } from "@/components/shell/account-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { LabelledField } from "@/components/ui/labelled-field";
import { ALLOWANCE_RULE, parseAllowance } from "@/lib/format/allowance";
import { count } from "@/lib/format/counts";
import { useAccountAction } from "@/lib/queries/account";
import { requestError } from "../account-error";

interface Props {
  of: McpConnection;
  onChanged: () => Promise<void>;
  onClose: () => void;
}

export function AllowanceDialog({ of, onChanged, onClose }: Props) {
  const [text, setText] = useState(String(of.dailyAllowance));
  const { busy, problem, run } = useAccountAction();
  const dailyAllowance = parseAllowance(text);

  const save = (close: () => void) =>
    run(async () => {
      if (dailyAllowance === undefined) return undefined;
      const error = await requestError(CONNECTIONS.changeConnection, { id: of.id, body: { dailyAllowance } });
      if (error !== undefined) return error;
      await onChanged();
      close();
      return undefined;
    });

  return (
    <Dialog title={`Daily limit of ${of.clientName}`} onClose={onClose}>
      {(close) => (
        <form
          className="mt-3 grid gap-3.5"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy && dailyAllowance !== undefined) void save(close);
          }}
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
          <FormProblem of={{ problem, seconds: 0 }} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={busy || dailyAllowance === undefined}>
              Save
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
