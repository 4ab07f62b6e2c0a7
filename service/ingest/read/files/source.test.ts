import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createZip } from "../testing-zip";
import { UNPACKING_LIMITS } from "./limits";
import { chooseMember, type Member, openSource } from "./source";

const CSV = "Name,City\nQuorvane,Pune\n";
const JSON_LINES = '{"name":"Quorvane"}\n{"name":"Oakmesh"}\n';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dealflow-source-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function createTar(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = pack();
  archive.entry({ name: "folder", type: "directory" });
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content);
  archive.finalize();
  const parts: Buffer[] = [];
  for await (const chunk of archive) if (Buffer.isBuffer(chunk)) parts.push(chunk);
  return Buffer.concat(parts);
}

async function text(member: Member | undefined): Promise<string> {
  const parts: Buffer[] = [];
  if (member !== undefined) for await (const chunk of member.chunks()) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

describe("openSource", () => {
  it.each([
    ["a.csv", CSV, "csv"],
    ["a.json", CSV, "csv"],
    ["a", "[]", "json"],
    ["a", '{"data": [\n{"name": "Quorvane"}]}', "json"],
    ["a", '{"kind":"company","record":{}}', "jsonl"],
    ["a.json", '{"data":[{"name":"Quorvane"}]}', "json"],
    ["a.txt", JSON_LINES, "jsonl"],
    ["a.jsonl", '{"name":"Quorvane"}', "jsonl"],
    ["a.csv", "PAR1xxxx", "parquet"],
    ["a.csv", "Name,City\nQuorvane,Pune\nOakmesh,Lyon\nVeld\0\0,Kiel\n", "csv"],
  ])("tells the format of %s with %j", async (name, content, format) => {
    const { members } = await openSource(file(name, content));
    expect(members.map((member) => [member.name, member.format])).toEqual([[name, format]]);
  });

  it("reads UTF-16 as text, and refuses other binary files", async () => {
    const text = Buffer.from("\uFEFFName,City\nĀrya,Pune\n", "utf16le");
    expect((await openSource(file("a.csv", text))).members[0]?.format).toBe("csv");
    await expect(openSource(file("a.csv", Buffer.from([1, 0, 0, 2, 0, 0])))).rejects.toThrow("a.csv holds no table");
  });

  it("reads a gzip file as the file that it packs", async () => {
    const packed = gzipSync(CSV);
    const [member] = (await openSource(file("rows.csv.gz", packed))).members;
    expect([member?.name, member?.format, member?.size]).toEqual(["rows.csv", "csv", packed.length]);
    expect([await text(member), member?.position()]).toEqual([CSV, packed.length]);
  });

  it("lists the members of archives, and leaves out what holds no table", async () => {
    const files = {
      "d/rows.csv": CSV,
      "lines.jsonl": JSON_LINES,
      "d/README.txt": "About.",
      "__MACOSX/._rows.csv": "x",
    };
    const tar = await createTar(files);
    const paths = [file("a.zip", createZip(files)), file("a.tar", tar), file("a.tar.gz", gzipSync(tar))];
    for (const path of paths) {
      const source = await openSource(path);
      expect(source.members.map(({ name, format, size }) => [name, format, size])).toEqual([
        ["d/rows.csv", "csv", CSV.length],
        ["lines.jsonl", "jsonl", JSON_LINES.length],
      ]);
      expect(source.leftOut).toEqual(["d/README.txt"]);
      const member = chooseMember(source, "LINES*");
      expect([await text(member), member.position()]).toEqual([JSON_LINES, JSON_LINES.length]);
      expect(await text(chooseMember(source, "rows.csv"))).toBe(CSV);
      expect(() => chooseMember(source, undefined)).toThrow("has 2 files; choose one of d/rows.csv, lines.jsonl.");
      expect(() => chooseMember(source, "x")).toThrow('has no file named "x"; it has d/rows.csv, lines.jsonl.');
    }
  });

  it("refuses what holds no table, archives in archives, and encrypted or damaged ones", async () => {
    await expect(openSource(file("a.pdf", "%PDF-1.7"))).rejects.toThrow("a.pdf holds no table; use CSV, XLSX,");
    await expect(openSource(file("only.zip", createZip({ "README.md": "x" })))).rejects.toThrow("holds no table");
    const inner = createZip({ "rows.csv": CSV });
    await expect(openSource(file("outer.zip", createZip({ "in.zip": inner })))).rejects.toThrow(
      "outer.zip contains another archive, in.zip; unpack that first.",
    );
    await expect(openSource(file("inner.zip.gz", gzipSync(inner)))).rejects.toThrow("contains another archive");
    await expect(openSource(file("cut.zip", inner.subarray(0, 40)))).rejects.toThrow(
      "cut.zip is a damaged zip archive",
    );
    const locked = Buffer.from(inner);
    locked[inner.indexOf("PK\x01\x02") + 8] = 1;
    await expect(openSource(file("locked.zip", locked))).rejects.toThrow("rows.csv is encrypted");
    await expect(openSource(join(folder, "none"))).rejects.toThrow("none cannot be read: there is no such file.");
  });

  it("refuses archives that unpack beyond the limits", async () => {
    const limits = { ...UNPACKING_LIMITS, ratioFrom: 100_000, memberBytes: 3_000_000, members: 2 };
    const zeros = Buffer.alloc(2_000_000, "0,");
    const sentence = "unpacks to more than 200 times its size, as no table does";
    const path = file("bomb.csv.gz", gzipSync(zeros));
    await expect(openSource(path, limits).then(({ members }) => text(members[0]))).rejects.toThrow(sentence);
    await expect(openSource(file("bomb.zip", createZip({ "rows.csv": zeros })), limits)).rejects.toThrow(sentence);
    const large = file("large.csv.gz", gzipSync(Buffer.alloc(4_000_000, "0,"), { level: 0 }));
    await expect(openSource(large, limits).then(({ members }) => text(members[0]))).rejects.toThrow(
      "large.csv.gz unpacks to more than 3 MB; split it first.",
    );
    const many = file("many.zip", createZip({ "a.csv": CSV, "b.csv": CSV, "c.csv": CSV }));
    await expect(openSource(many, limits)).rejects.toThrow("many.zip has more than 2 members.");
  });

  it("reads long members of a tar archive, and reports one that is cut off", async () => {
    const long = `Name,City\n${"Quorvane,Pune\n".repeat(20_000)}`;
    const tar = await createTar({ "a.csv": long, "b.csv": CSV });
    const { members } = await openSource(file("long.tar", tar));
    expect(await Promise.all(members.map(text))).toEqual([long, CSV]);
    const cut = openSource(file("cut.tar", tar.subarray(0, 150_000)));
    await expect(cut).rejects.toThrow("cut.tar is a damaged tar archive: Unexpected end of data.");
    const packed = gzipSync(tar);
    const cutGzip = openSource(file("cut.tar.gz", packed.subarray(0, packed.length - 20)));
    await expect(cutGzip).rejects.toThrow("cut.tar.gz is truncated");
  });

  it("stops when a member is longer than its archive says", async () => {
    const archive = createZip({ "rows.csv": Buffer.alloc(200_000, "0,") });
    const data = deflateRawSync(Buffer.alloc(200_000, "0,"));
    const at = archive.indexOf("PK\x01\x02") + 24;
    archive.writeUInt32LE(100_000, at);
    expect(archive.includes(data)).toBe(true);
    await expect(openSource(file("lie.zip", archive)).then(({ members }) => text(members[0]))).rejects.toThrow(
      "too many bytes",
    );
  });

  it("notices that a file changed while it was read", async () => {
    const path = file("growing.csv", CSV);
    const [member] = (await openSource(path)).members;
    expect(() => member?.checkUnchanged()).not.toThrow();
    appendFileSync(path, "Oakmesh,Goa\n");
    expect(() => member?.checkUnchanged()).toThrow("growing.csv changed while it was read; import it again");
  });
});
