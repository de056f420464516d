import type { Block, Line, Prose } from '@redress/forms/definition';
import type { ReactNode } from 'react';

export function FormProse({ prose }: { readonly prose: Prose }) {
  return (
    <div className="prose">
      {prose.map((block, index) => {
        const [before, after, next] = [prose[index - 1], prose[index + 1], prose[index + 2]];
        if (before && isHeading(before) && isLookedUp(block, after)) return null;
        // Definitions never change, so the index identifies a block.
        if (!isHeading(block) || after === undefined || !isLookedUp(after, next))
          return <BlockView key={index} block={block} />;
        return (
          <details key={index}>
            <summary>{block.heading}</summary>
            <BlockView block={after} />
          </details>
        );
      })}
    </div>
  );
}

const isHeading = (block: Block): block is { readonly heading: string } =>
  typeof block === 'object' && 'heading' in block;

/** A paragraph alone under its heading is a reference, for example a list of states. */
const isLookedUp = (block: Block, next: Block | undefined): boolean =>
  typeof block === 'string' && next !== undefined && isHeading(next);

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
