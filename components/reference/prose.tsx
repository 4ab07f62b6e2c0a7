/** Words as the guide and the contract write them: code between backticks, blocks of the guide. */
import { CodeBlock } from "./code-block";
import { type Block, inlineOf } from "./guide";

export function Inline({ text }: { text: string }) {
  let position = 0;
  return inlineOf(text).map((part) => {
    const key = position;
    position += part.text.length;
    if (part.kind === "code") return <code key={key}>{part.text}</code>;
    if (part.kind === "strong") return <strong key={key}>{part.text}</strong>;
    if (part.kind === "link")
      return (
        <a key={key} href={part.href} className="link focus-ring underline">
          {part.text}
        </a>
      );
    return part.text;
  });
}

const LANGUAGES: Readonly<Record<string, string>> = { sh: "Shell", ts: "TypeScript" };

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => {
    // The guide is one text: its blocks stay in their places.
    const key = `${index} ${block.kind}`;
    if (block.kind === "code")
      return <CodeBlock key={key} label={LANGUAGES[block.language] ?? block.language} text={block.text} />;
    if (block.kind === "list")
      return (
        <ul key={key} className="reference-list">
          {block.items.map((item) => (
            <li key={item}>
              <Inline text={item} />
            </li>
          ))}
        </ul>
      );
    if (block.kind === "table") return <GuideTable key={key} head={block.head} rows={block.rows} />;
    return (
      <p key={key} className="reference-text">
        <Inline text={block.text} />
      </p>
    );
  });
}

/** A head as it stands before its cells where the table is too narrow for columns. */
function plain(head: string): string {
  return head.replaceAll("`", "");
}

function GuideTable({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table className="reference-table">
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              <Inline text={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join(" ")}>
            {row.map((cell, column) => (
              <td key={head[column]} data-head={column === 0 ? undefined : plain(head[column] ?? "")}>
                <Inline text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
