import type { ComponentProps, ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { cn } from "@/lib/cn";

/** Code within a text keeps the text's line height. */
export function Code({ className, ...rest }: ComponentProps<"code">) {
  return (
    <code
      className={cn("font-mono text-12/[inherit] text-text-1 [font-variant-ligatures:none]", className)}
      {...rest}
    />
  );
}

export function Strong({ children }: { children: string | number }) {
  return <strong className="font-medium text-text-1">{children}</strong>;
}

interface FrameProps extends Omit<ComponentProps<"figure">, "title"> {
  title: ReactNode;
  text: string;
  /** Names the text for the copy button. */
  what: string;
}

/** Frames code with its title and a copy button. */
export function CodeFrame({ title, text, what, className, children, ...rest }: FrameProps) {
  return (
    <figure className={cn("my-3 overflow-hidden rounded-2 bg-surface-well", className)} {...rest}>
      <figcaption className="flex h-9 shrink-0 items-center justify-between gap-3 px-3 text-11 text-text-2 max-tablet:h-11">
        {title}
        <CopyButton text={text} what={what} />
      </figcaption>
      {children}
    </figure>
  );
}

export function CodeText({ className, children }: { className: string; children: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard
      tabIndex={0}
      className={cn(
        "focus-ring-inset overflow-auto overscroll-x-contain px-3 pb-3 font-mono text-12/[18px] text-text-1 [font-variant-ligatures:none] [tab-size:2]",
        className,
      )}
    >
      {children}
    </pre>
  );
}

interface Props {
  label: string;
  text: string;
  /** Wraps long lines. */
  wrap?: boolean;
  className?: string;
}

export function CodeBlock({ label, text, wrap = false, className }: Props) {
  return (
    <CodeFrame title={label} text={text} what={label} className={className}>
      <CodeText className={cn("max-h-100", wrap && WRAP)}>{text}</CodeText>
    </CodeFrame>
  );
}

export const WRAP = "wrap-anywhere whitespace-pre-wrap";
