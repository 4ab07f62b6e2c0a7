/** Workspaces of a person: one more, another one opened, a new name, leaving. */
import type { Handler } from "hono";
import { z } from "zod";
import { PERSON_LIMITS } from "@/lib/contract/account-people";
import { leaveWorkspace } from "@/service/accounts/members/members";
import { addWorkspace, renameWorkspace } from "@/service/accounts/members/own-workspace";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { bodyAs, idOf } from "./kept";
import { nameFrom, typed } from "./person-fields";
import { allowed } from "./refusal";
import { identityOf, signedIn } from "./signed-in";
import { notOfTheDemo } from "./viewer";

const named = z.strictObject({ name: typed });

/** Without credits: only the one that a registration makes begins with some. */
export function addedWorkspace(services: Services): Handler<Env> {
  return async (c) => {
    const { name } = await bodyAs(c, named);
    const { personId } = c.get("viewer");
    const workspaceId = await allowed(addWorkspace(services.pools.main, personId, workspaceName(name), new Date()));
    return signedIn(c, services, { personId, workspaceId }, { status: 201 });
  };
}

/** A workspace that is not the person's is none. */
export function openedWorkspace(services: Services): Handler<Env> {
  return async (c) => {
    const { personId } = c.get("viewer");
    const workspaceId = idOf(c);
    const { rowCount } = await services.pools.main.query(
      "select from members where workspace_id = $1 and user_id = $2",
      [workspaceId, personId],
    );
    if (rowCount === 0) throw new ApiError("NOT_FOUND", "You are in no workspace with this id.");
    return signedIn(c, services, { personId, workspaceId });
  };
}

export function renamedWorkspace({ pools }: Services): Handler<Env> {
  return async (c) => {
    // Whoever comes next, and the documentation, finds it under its name.
    const { personId } = notOfTheDemo(c, "workspace's name");
    const { name } = await bodyAs(c, named);
    const { workspaceId } = c.get("caller");
    await renameWorkspace(pools.main, workspaceId, workspaceName(name));
    return c.json(await identityOf(pools, personId, workspaceId));
  };
}

export function leftWorkspace(services: Services): Handler<Env> {
  return async (c) => {
    const { personId } = notOfTheDemo(c, "place in this workspace");
    const next = await allowed(leaveWorkspace(services.pools.main, c.get("caller").workspaceId, personId));
    return signedIn(c, services, { personId, workspaceId: next });
  };
}

function workspaceName(text: string): string {
  return nameFrom(text, PERSON_LIMITS.workspaceName, "workspace's name");
}
