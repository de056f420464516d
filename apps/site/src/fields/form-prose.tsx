import type { Block, Line, Prose } from '@redress/forms/definition';
import type { ReactNode } from 'react';

export function FormProse({ prose }: { readonly prose: Prose }) {
  return (
    <div className="prose">
      {prose.map((block, index) => (
        // Definitions never change, so the index identifies a block.
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }): ReactNode {
  if (isLine(block)) return <p>{renderLine(block)}</p>;
  if ('heading' in block) return <h3>{block.heading}</h3>;
  return (
    <ul>
      {block.list.map((line, index) => (
        <li key={index}>{renderLine(line)}</li>
      ))}
    </ul>
  );
}

const isLine = (block: Block): block is Line => typeof block === 'string' || Array.isArray(block);

function renderLine(line: Line): ReactNode {
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
