"use client";
/** Confirms an action that cannot be undone. Is open for as long as it is mounted. */
import { type ReactNode, useId } from "react";
import { FormProblem } from "@/components/shell/account-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useAccountAction } from "@/lib/queries/account";

interface Props {
  /** `Revoke CRM export?` */
  title: string;
  /** What it does. */
  children: ReactNode;
  /** Further choices in the dialog. */
  choice?: ReactNode;
  /** `Revoke key`. */
  action: string;
  /** Resolves to a sentence when it was rejected. */
  onConfirm: () => Promise<string | undefined>;
  onClose: () => void;
}

export function ConfirmDialog({ title, children, choice, action, onConfirm, onClose }: Props) {
  const { busy, problem, run } = useAccountAction();
  const words = useId();
  return (
    <Dialog title={title} describedBy={words} onClose={onClose}>
      {(close) => (
        <>
          <p id={words} className="mt-2 text-text-2">
            {children}
          </p>
          {choice}
          <div className="mt-3">
            <FormProblem of={{ problem, seconds: 0 }} />
          </div>
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button
              variant="primary"
              disabled={busy}
              onClick={() =>
                void run(async () => {
                  const error = await onConfirm();
                  if (error === undefined) close();
                  return error;
                })
              }
            >
              {action}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
