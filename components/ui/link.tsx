/** A link to another page of the dashboard, which is never prefetched: only a click opens a page, and may spend. */

import NextLink from "next/link";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { TEXT_LINK } from "./text-link";

export function Link(props: Omit<ComponentProps<typeof NextLink>, "prefetch" | "href"> & { href: string }) {
  return <NextLink {...props} prefetch={false} />;
}

/** Links to another page within a text, or next to a title. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link {...rest} className={cn(TEXT_LINK, className)} />;
}
