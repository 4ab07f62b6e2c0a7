/** A report, or a decision about one, is not possible; the message is a sentence for people. */
export class ReportError extends Error {
  override readonly name = "ReportError";

  constructor(
    readonly reason: "missing" | "conflict" | "invalid" | "limit",
    message: string,
  ) {
    super(message);
  }
}
