/**
 * Reports why a workspace's item was not saved: it is missing, was changed in the meantime, its name is taken, the
 * limit is reached, or another person owns or shared it.
 */
export class SaveConflictError extends Error {
  override readonly name = "SaveConflictError";

  /** @param subject the item's name, where that helps */
  constructor(
    readonly reason: "missing" | "changed" | "taken" | "full" | "theirs" | "shared",
    readonly subject = "",
  ) {
    super(`${reason} ${subject}`);
  }
}
