import { fileNotFound } from "@/lib/server/error-responses";

export const dynamic = "force-dynamic";

/* Files are found before this is asked. */
export {
  fileNotFound as DELETE,
  fileNotFound as GET,
  fileNotFound as HEAD,
  fileNotFound as OPTIONS,
  fileNotFound as PATCH,
  fileNotFound as POST,
  fileNotFound as PUT,
};
