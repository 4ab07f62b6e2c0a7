/** The action does not fit the file; the message is a sentence for people. */
export class ImportFileError extends Error {
  override readonly name = "ImportFileError";
  constructor(
    readonly reason: "missing" | "unfit",
    message: string,
  ) {
    super(message);
  }
}
