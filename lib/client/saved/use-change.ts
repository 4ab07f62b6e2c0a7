/** Makes one change at a time, of saved views. */
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";

/** Returns the message of the error when the change was rejected. `run` does nothing while an earlier change is pending. */
export function useChange(onDone: () => void) {
  // Two presses can come before `isPending` is rendered.
  const running = useRef(false);
  const { isPending, error, mutate } = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSuccess: onDone,
    onSettled: () => {
      running.current = false;
    },
  });
  function run(change: () => Promise<unknown>) {
    if (running.current) return;
    running.current = true;
    mutate(change);
  }
  return { busy: isPending, error: error?.message, run };
}
