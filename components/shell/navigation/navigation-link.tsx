import { type ComponentProps, useEffect, useRef } from "react";
import { Link } from "@/components/ui/link";

/** These classes style an entry of a navigation, which is marked as current by `aria-current`. */
export const NAVIGATION_ENTRY =
  "focus-ring flex h-row-nav items-center rounded-2 px-2 text-text-2 hover:bg-surface-hover hover:text-text-1 aria-[current]:bg-text-1/8 aria-[current]:font-medium aria-[current]:text-text-1 in-data-touch:h-row-touch in-data-touch:text-15";

/** This class styles a heading among the entries. */
export const NAVIGATION_TITLE = "mt-3.5 px-2 py-1 text-11 text-text-2";

interface Props extends Pick<ComponentProps<typeof Link>, "href" | "children" | "className"> {
  /** `page` marks the open page, `true` the open part of one. */
  current?: "page" | "true" | undefined;
  onNavigate?: (() => void) | undefined;
}

export function NavigationLink({ current, onNavigate, ...rest }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <Link
      ref={link}
      className={NAVIGATION_ENTRY}
      aria-current={current}
      {...(onNavigate && { onClick: onNavigate })}
      {...rest}
    />
  );
}

/** The number stands at the end of an entry. */
export function NavigationNumber({ children }: { children: string }) {
  return <span className="ml-auto text-11 font-regular text-text-2">{children}</span>;
}
