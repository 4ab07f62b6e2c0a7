/** Form fields have their label above them and, below, a hint or the problem with the entry. A line is 36 px high. */
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "@/lib/cn";

/** Every entry below a label shares these classes. */
export const ENTRY =
  "block h-control-lg w-full min-w-0 rounded-2 border border-line-control bg-surface px-3 text-13 text-text-1 placeholder:text-text-3 focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus aria-invalid:border-bad-mark read-only:bg-surface-well disabled:border-line disabled:text-text-disabled max-tablet:h-row-touch max-tablet:text-[16px]";

interface LabelProps {
  label: string;
  /** A link at the other end of the label's line. */
  labelLink?: ReactNode;
  hint?: ReactNode;
  problem?: string | undefined;
}

/** Joins an entry with its label, and with what is written below it. */
interface Joined {
  readonly id: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
}

/** Brings a problem into view once, when it appears: the button that sent the form may be far below. */
function scrollToProblem(element: HTMLElement | null) {
  element?.parentElement?.scrollIntoView({ block: "nearest" });
}

function Labelled(props: LabelProps & { children: (joined: Joined) => ReactNode }) {
  const { label, labelLink, hint, problem, children } = props;
  const id = useId();
  const describedBy = [problem !== undefined && `${id}-problem`, hint !== undefined && `${id}-hint`]
    .filter(Boolean)
    .join(" ");
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-4 text-12">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {labelLink}
      </div>
      {children({
        id,
        "aria-invalid": problem !== undefined || undefined,
        "aria-describedby": describedBy === "" ? undefined : describedBy,
      })}
      {problem !== undefined && (
        <p id={`${id}-problem`} ref={scrollToProblem} role="alert" className="mt-1 text-12 text-bad-text">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-12 text-text-2">
          {hint}
        </p>
      )}
    </div>
  );
}

interface FieldProps extends ComponentProps<"input">, LabelProps {
  /** The content stands within the field, at its end. */
  inside?: ReactNode;
}

export function LabelledField({ label, labelLink, hint, problem, inside, className, ...rest }: FieldProps) {
  return (
    <Labelled label={label} labelLink={labelLink} hint={hint} problem={problem}>
      {(joined) => (
        <div className="relative">
          <input type="text" spellCheck={false} {...rest} {...joined} className={cn(ENTRY, className)} />
          {inside}
        </div>
      )}
    </Labelled>
  );
}

/** Takes one short text, of which a browser remembers nothing. */
export function TextEntry({
  onChange,
  ...rest
}: Omit<FieldProps, "onChange"> & { value: string; onChange: (text: string) => void }) {
  return <LabelledField autoComplete="off" onChange={({ target }) => onChange(target.value)} {...rest} />;
}

/** Takes several lines. */
export function LabelledArea({ label, hint, ...rest }: Omit<ComponentProps<"textarea">, "className"> & LabelProps) {
  return (
    <Labelled label={label} hint={hint}>
      {(joined) => (
        <textarea rows={3} {...rest} {...joined} className={cn(ENTRY, "h-auto resize-y py-1.5 max-tablet:h-auto")} />
      )}
    </Labelled>
  );
}

/** Takes one of several options, its children. */
export function LabelledSelect({ label, hint, ...rest }: Omit<ComponentProps<"select">, "className"> & LabelProps) {
  return (
    <Labelled label={label} hint={hint}>
      {(joined) => <select {...rest} {...joined} className={ENTRY} />}
    </Labelled>
  );
}
