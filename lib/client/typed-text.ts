/** Keeps a page whose session ended while a form of it has text that would be lost with the page. */

let form: HTMLFormElement | null = null;
/** The page was kept, so a sign-in in another tab is what it waits for. */
let isKept = false;

/** Returns a function that ends it. */
export function watchTyping(): () => void {
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) form = target.form ?? form;
  };
  document.addEventListener("input", onInput);
  return () => document.removeEventListener("input", onInput);
}

/** Returns true when the page must stay as it is, because the form is still on it. */
export function keepTypedText(): boolean {
  isKept = form?.isConnected === true;
  return isKept;
}

/** Returns true once for each time that the page was kept. */
export function takeKept(): boolean {
  const was = isKept;
  isKept = false;
  return was;
}
