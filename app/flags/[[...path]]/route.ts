import { missingFile } from "@/lib/server/answers";

export const dynamic = "force-dynamic";

/* Files are found before this is asked. */
export {
  missingFile as DELETE,
  missingFile as GET,
  missingFile as HEAD,
  missingFile as OPTIONS,
  missingFile as PATCH,
  missingFile as POST,
  missingFile as PUT,
};
