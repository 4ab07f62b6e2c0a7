/** A page that was requested while the browser was offline. The router would leave the app for the browser's error page. */
import { create } from "zustand";

interface WantedPage {
  readonly href: string;
  /** What the link said. */
  readonly title: string;
}

export const useWantedPage = create<{ readonly page: WantedPage | undefined }>(() => ({ page: undefined }));

/** Whether another page cannot be opened now; then the app offers to try again. Nothing is bought by that. */
export function blockedOffline(page: WantedPage): boolean {
  if (navigator.onLine) return false;
  useWantedPage.setState({ page });
  return true;
}
