/** Why a workspace's own thing was not kept: it is not there, was changed meanwhile, its name is taken, there is no room, it is another person's. */
export class SaveConflictError extends Error {
  override readonly name = "SaveConflictError";

  /** @param subject its name, where that helps */
  constructor(
    readonly reason: "missing" | "changed" | "taken" | "full" | "theirs",
    readonly subject = "",
  ) {
    super(`${reason} ${subject}`);
  }
}
