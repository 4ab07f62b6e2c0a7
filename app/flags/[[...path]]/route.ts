import { fileNotFound } from "@/lib/server/error-responses";

export const dynamic = "force-dynamic";

/* Existing files are served before this route is reached. */
export {
  fileNotFound as DELETE,
  fileNotFound as GET,
  fileNotFound as HEAD,
  fileNotFound as OPTIONS,
  fileNotFound as PATCH,
  fileNotFound as POST,
  fileNotFound as PUT,
};
