/** The status tells why a form or an action was rejected. */
export interface FormStatus {
  readonly isPending: boolean;
  /** The problem is one sentence. */
  readonly problem: string | undefined;
  /** The form may be sent again after this many seconds. */
  readonly seconds?: number;
}

export function FormProblem({ of: { problem, seconds = 0 } }: { of: Pick<FormStatus, "problem" | "seconds"> }) {
  return (
    <div role="alert" className="text-12 text-bad-text empty:hidden">
      {problem !== undefined && <p>{problem}</p>}
      {/* The countdown is hidden, so that it is not read out every second. */}
      {seconds > 0 && <p aria-hidden>{`Try again in ${seconds} s.`}</p>}
    </div>
  );
}
