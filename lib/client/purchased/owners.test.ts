import { expect, it } from "vitest";
import { databaseName, ownerOf, unwrittenPrefix } from "./owners";

const identity = (id: string) => ({
  person: { id, name: "Ines", email: "ines@ostermark.example", operator: false, demo: false, confirmed: true },
  workspace: { id: "w", name: "Ostermark", role: "owner" as const },
  workspaces: [],
  freeExplore: "rows" as const,
  payOnce: true,
});

it("records belong to a person in a workspace, and with a foreign host to its key", () => {
  const owners = [
    ownerOf({ account: "one", identity: identity("ines") }),
    ownerOf({ account: "two", identity: identity("ines") }),
    ownerOf({ account: "one", identity: identity("jo") }),
    ownerOf({ account: "one", identity: null }),
  ];
  expect(owners).toEqual(["ines.one", "ines.two", "jo.one", "one"]);
  expect(new Set(owners.map((owner) => databaseName(owner ?? ""))).size).toBe(4);
  expect(new Set(owners.map((owner) => unwrittenPrefix(owner ?? ""))).size).toBe(4);
  expect(ownerOf({ account: null, identity: null })).toBeNull();
});
