"use client";
/**
 * A link to another page of the dashboard, which the router opens without a new document. `next/link` does the same and
 * fetches pages ahead, which nothing here may do: it was 2 kB of every first load.
 */
import { useRouter } from "next/navigation";
import type { ComponentProps, MouseEvent } from "react";

export function Link({ href, onClick, ...rest }: ComponentProps<"a"> & { href: string }) {
  const router = useRouter();
  function go(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const { metaKey, ctrlKey, shiftKey, altKey, button } = event;
    // The browser's own: another tab or window, a file.
    if (event.defaultPrevented || metaKey || ctrlKey || shiftKey || altKey || button !== 0 || rest.target) return;
    event.preventDefault();
    router.push(href);
  }
  return <a {...rest} href={href} onClick={go} />;
}
