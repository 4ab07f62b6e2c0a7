"use client";
/** A navigation replaces this part of the window. */
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";

export function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const pathname = usePathname();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The control that led here went with its page, and Next does not move the focus: Tab starts at the new page.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main ref={main} id="main" className="h-dvh min-h-0 min-w-0 outline-none print:h-auto" tabIndex={-1}>
      {children}
    </main>
  );
}
