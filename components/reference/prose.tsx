/** Renders text as the guide and the contract write it, with code between backticks. */
import type { ReactNode } from "react";
import { TEXT_LINK } from "@/components/ui/text-link";
import type { Block } from "@/lib/describe/guide/blocks";
import { Code, CodeBlock, Strong } from "./code";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "./table";
import { parseInline } from "./text";

export function Paragraph({ children }: { children: ReactNode }) {
  return <p className="mb-2 max-w-[76ch] text-pretty text-text-2">{children}</p>;
}

export function Inline({ text }: { text: string }) {
  let position = 0;
  return parseInline(text).map((part) => {
    const key = position;
    position += part.text.length;
    if (part.kind === "code") return <Code key={key}>{part.text}</Code>;
    if (part.kind === "strong") return <Strong key={key}>{part.text}</Strong>;
    if (part.kind === "link")
      return (
        <a key={key} href={part.href} className={`${TEXT_LINK} underline`}>
          {part.text}
        </a>
      );
    return part.text;
  });
}

const LANGUAGES = { sh: "Shell", ts: "TypeScript" };

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => {
    // The guide is one fixed text, so its blocks keep their positions.
    const key = index;
    if (typeof block === "string")
      return (
        <Paragraph key={key}>
          <Inline text={block} />
        </Paragraph>
      );
    if (block.kind === "code")
      return <CodeBlock key={key} label={LANGUAGES[block.language]} text={block.text} className="max-w-[1080px]" />;
    if (block.kind === "list")
      return (
        <ul key={key} className="mb-3 max-w-[84ch] list-disc pl-[18px] text-text-2">
          {block.items.map((item) => (
            <li key={item} className="py-0.5">
              <Inline text={item} />
            </li>
          ))}
        </ul>
      );
    return <GuideTable key={key} head={block.head} rows={block.rows} />;
  });
}

function GuideTable({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <Table className="max-w-[1080px]">
      <TableHead>
        {head.map((cell) => (
          <HeadCell key={cell}>
            <Inline text={cell} />
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <Row key={row.join(" ")}>
            {row.map((cell, column) => (
              // The title precedes the cell where the table is too narrow for columns.
              <Cell key={head[column]} head={column === 0 ? undefined : head[column]?.replaceAll("`", "")}>
                <Inline text={cell} />
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
