/** Why a form or an action was rejected. */
export interface FormStatus {
  /** It cannot be sent now. */
  readonly isPending: boolean;
  /** One sentence. */
  readonly problem: string | undefined;
  /** Seconds until it may be sent again. */
  readonly seconds?: number;
}

export function FormProblem({ of: { problem, seconds = 0 } }: { of: Pick<FormStatus, "problem" | "seconds"> }) {
  return (
    <div role="alert" className="text-12 text-bad-text empty:hidden">
      {problem !== undefined && <p>{problem}</p>}
      {/* Not read out with every second. */}
      {seconds > 0 && <p aria-hidden>{`Try again in ${seconds} s.`}</p>}
    </div>
  );
}
