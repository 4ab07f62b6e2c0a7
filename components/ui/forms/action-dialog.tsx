/** Confirms one action. */
import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { FormProblem, type FormStatus } from "./form-problem";

interface Props extends Pick<DialogProps, "title" | "result" | "onClose"> {
  notice?: ReactNode;
  description: ReactNode;
  /** The label looks like `Revoke key`. */
  action: string;
  status: FormStatus;
  onAction: () => void;
  /** These are choices between the description and the button. */
  children?: ReactNode;
}

export function ActionDialog({
  title,
  notice,
  description,
  action,
  status,
  onAction,
  onClose,
  result,
  children,
}: Props) {
  const words = useId();
  return (
    <Dialog title={title} result={result} describedBy={words} onClose={onClose}>
      {notice}
      <p id={words} className="mt-2 text-text-2">
        {description}
      </p>
      {children}
      <div className="mt-3">
        <FormProblem of={status} />
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={status.isPending} onClick={onAction}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
