/**
 * Whether a person has touched this page at all since it was opened or stepped to in history. The table tells a
 * person's scroll from a script's; this is the fence behind it: where nobody has acted, no scroll buys.
 */
let acted = false;

function act(event: Event): void {
  acted ||= event.isTrusted;
}

/** Going back by key is no wish to scroll on. */
function forget(): void {
  acted = false;
}

export function personHasActed(): boolean {
  return acted;
}

if (typeof window !== "undefined") {
  const options = { capture: true, passive: true } as const;
  for (const name of ["wheel", "touchmove", "keydown", "pointerdown"]) window.addEventListener(name, act, options);
  window.addEventListener("popstate", forget, { capture: true });
}
