import type { Block, Line, Prose as Text } from '@redress/forms/definition';
import type { ReactNode } from 'react';

/** A definition's text between its fields. */
export function Prose({ prose }: { readonly prose: Text }) {
  return (
    <div className="prose">
      {prose.map((block, index) => (
        // Definitions are constant: a block's place is its identity.
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }): ReactNode {
  if (isLine(block)) return <p>{lineOf(block)}</p>;
  if ('heading' in block) return <h3>{block.heading}</h3>;
  return (
    <ul>
      {block.list.map((line, index) => (
        <li key={index}>{lineOf(line)}</li>
      ))}
    </ul>
  );
}

function isLine(block: Block): block is Line {
  return typeof block === 'string' || Array.isArray(block);
}

function lineOf(line: Line): ReactNode {
  if (typeof line === 'string') return line;
  return line.map((span, index) =>
    typeof span === 'string' ? (
      span
    ) : (
      <a key={index} href={span.href}>
        {span.text}
      </a>
    ),
  );
}
