/** Leaves for another page as a new document, so that nothing of whoever was signed in before is kept. */

/** Ends when the person comes back to this document, which some browsers keep. */
export function goOn(path: string): Promise<void> {
  window.location.assign(path);
  return new Promise((resolve) => {
    window.addEventListener("pageshow", () => resolve(), { once: true });
  });
}
