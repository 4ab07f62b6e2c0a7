import { fileNotFound } from "@/lib/server/error-responses";
import { everyMethod } from "@/lib/server/every-method";

export const dynamic = "force-dynamic";

/* Existing files are served before this route is reached. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(fileNotFound);
