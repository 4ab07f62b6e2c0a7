/**
 * Keeps the page that was requested while the browser was offline. The router would leave the app for the browser's
 * error page.
 */
import { create } from "zustand";

interface WantedPage {
  readonly href: string;
  /** This is the text of the link. */
  readonly title: string;
}

export const useWantedPage = create<{ readonly page: WantedPage | undefined }>(() => ({ page: undefined }));

/** Returns true when another page cannot be opened now; the app then offers to try again, which buys nothing. */
export function blockedOffline(page: WantedPage): boolean {
  if (navigator.onLine) return false;
  useWantedPage.setState({ page });
  return true;
}
