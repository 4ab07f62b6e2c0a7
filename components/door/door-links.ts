/** Addresses of the pages before signing in, each with the place that the person is on the way to. */
import { RETURN_TO, SIGN_IN_PAGE } from "@/lib/filters/return-path";

export const DOOR = { signIn: SIGN_IN_PAGE, register: "/register", forgot: "/forgot" } as const;

/** `to`: an own path. */
export function doorLink(page: keyof typeof DOOR, to = "/"): string {
  return to === "/" ? DOOR[page] : `${DOOR[page]}?${new URLSearchParams({ [RETURN_TO]: to })}`;
}
