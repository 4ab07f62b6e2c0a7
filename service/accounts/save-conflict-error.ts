/** Why a workspace's item was not saved: it is missing, was changed in the meantime, its name is taken, the limit is reached, it is another person's, or shared by one. */
export class SaveConflictError extends Error {
  override readonly name = "SaveConflictError";

  /** @param subject its name, where that helps */
  constructor(
    readonly reason: "missing" | "changed" | "taken" | "full" | "theirs" | "shared",
    readonly subject = "",
  ) {
    super(`${reason} ${subject}`);
  }
}
