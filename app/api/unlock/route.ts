import { handleUnlockRequest } from "@/lib/server/foreign/unlock-route";
import { limitedMethods } from "@/lib/server/http/limit-requests";

export const dynamic = "force-dynamic";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = limitedMethods("/unlock", (context, _, request) =>
  handleUnlockRequest(context, request),
);
