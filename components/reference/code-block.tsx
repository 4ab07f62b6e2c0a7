import { CopyButton } from "@/components/ui/copy-button";

interface Props {
  /** What it is, above it. */
  label: string;
  text: string;
}

/** Code of a bounded height, with the way to copy it. */
export function CodeBlock({ label, text }: Props) {
  return (
    <figure className="reference-code">
      <figcaption>
        {label}
        <CopyButton text={text} what={label} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <pre tabIndex={0} className="focus-ring-inset">
        {text}
      </pre>
    </figure>
  );
}
