import { limitedMethods } from "@/lib/server/http/limit-requests";
import { handleAccountRequest } from "@/lib/server/proxy/account-route";

export const dynamic = "force-dynamic";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = limitedMethods("/account", handleAccountRequest);
