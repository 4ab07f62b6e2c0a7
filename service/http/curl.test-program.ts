// Does what the guide's code needs of curl, for machines that have none. Options that the guide does not use are
// rejected.
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: "boolean", short: "s" },
    "show-error": { type: "boolean", short: "S" },
    get: { type: "boolean" },
    header: { type: "string", short: "H", multiple: true },
    data: { type: "string", short: "d" },
    "data-urlencode": { type: "string", multiple: true },
  },
});
const address = new URL(positionals[0] ?? "");
for (const pair of values["data-urlencode"] ?? []) {
  const [name = "", ...value] = pair.split("=");
  address.searchParams.append(name, value.join("="));
}
const headers = (values.header ?? []).map((line): [string, string] => {
  const [name = "", ...value] = line.split(": ");
  return [name, value.join(": ")];
});
const body = values.data === undefined ? {} : { method: "POST", body: values.data };
const response = await fetch(address, { headers, ...body });
process.stdout.write(await response.text());
