import { limitedMethods } from "@/lib/server/http/limit-requests";
import { handleApiRequest } from "@/lib/server/proxy/api-route";

export const dynamic = "force-dynamic";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = limitedMethods("/v1", handleApiRequest);
