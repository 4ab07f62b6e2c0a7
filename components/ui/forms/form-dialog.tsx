import type { FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { FormProblem, type FormStatus } from "./form-problem";

interface Props extends Pick<DialogProps, "title" | "result" | "dismissible" | "onClose" | "children"> {
  /** The label looks like `Create key`. */
  submit: string;
  status: FormStatus;
  /** It is true while the entries cannot be sent as they are. */
  disabled?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

export function FormDialog({
  title,
  dismissible,
  submit,
  status,
  disabled = false,
  onSubmit,
  onClose,
  result,
  children,
}: Props) {
  const locked = status.isPending || disabled;
  return (
    <Dialog title={title} result={result} dismissible={dismissible} onClose={onClose}>
      <form
        className="mt-3 grid gap-3.5"
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!locked) onSubmit(event);
        }}
      >
        {children}
        <FormProblem of={status} />
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={locked}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
