/** A link to another page of the dashboard, which is never prefetched: only a click opens a page, and may spend. */
import NextLink from "next/link";
import type { ComponentProps } from "react";

export function Link(props: Omit<ComponentProps<typeof NextLink>, "prefetch" | "href"> & { href: string }) {
  return <NextLink {...props} prefetch={false} />;
}
