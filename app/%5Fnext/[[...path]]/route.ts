import { fileNotFound } from "@/lib/server/http/error-responses";
import { everyMethod } from "@/lib/server/http/every-method";

export const dynamic = "force-dynamic";

/* Existing files are served before this route is reached. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(fileNotFound);
