/** Why a workspace's own thing was not kept: it is not there, was changed meanwhile, its name is taken, there is no room, it is another person's. */
export class NotKept extends Error {
  override readonly name = "NotKept";

  /** @param what its name, where that helps */
  constructor(
    readonly reason: "missing" | "changed" | "taken" | "full" | "theirs",
    readonly what = "",
  ) {
    super(`${reason} ${what}`);
  }
}
