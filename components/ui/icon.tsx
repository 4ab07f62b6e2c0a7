import type { IconNode } from "lucide";
import { createElement, type SVGProps } from "react";

interface Props extends Omit<SVGProps<SVGSVGElement>, "of"> {
  of: IconNode;
  /** Width and height in px. */
  size?: number;
}

/** A drawing of Lucide's; what it means is said by the words beside it. */
export function Icon({ of, size = 24, ...rest }: Props) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...rest}
    >
      {of.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  );
}
