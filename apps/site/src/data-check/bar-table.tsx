import { useState } from 'react';
import { barShare } from './amounts.ts';
import { FoldedByItself } from './disclosure.tsx';
import type { RoomParts } from './data-check-parts.ts';

export interface BarRow {
  readonly name: string;
  /** What its bar stands for. */
  readonly size: number;
  /** What is written, beside the name. */
  readonly cells: readonly string[];
}

/** More rows at once would keep the page from answering. */
const stepRows = 25;

/** A chart that is a table: each row has a bar under its name, and the figures that the bar stands for. */
export function BarTable(props: {
  readonly heading: string;
  /** Of the names, where they are not in the language of the page. */
  readonly namesIn?: 'en';
  /** Of the name, and of each cell. */
  readonly columns: readonly string[];
  readonly rows: readonly BarRow[];
  readonly room: RoomParts;
  readonly isOpen?: boolean;
}) {
  const { heading, columns, rows, room, namesIn, isOpen = false } = props;
  const words = room.messages.totals;
  const [shown, setShown] = useState(stepRows);
  const largest = rows.reduce((most, { size }) => Math.max(most, Math.abs(size)), 0);
  const [head, ...figures] = columns;
  if (rows.length === 0) return null;
  return (
    <FoldedByItself heading={heading} beginsOpen={isOpen}>
      {() => (
        <>
          {' '}
          <table className="data-bars">
            <caption>{heading}</caption>
            <thead>
              <tr>
                <th scope="col">{head}</th>
                {figures.map((column) => (
                  <th key={column} scope="col" className="figures">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map(({ name, size, cells }, index) => (
                <tr key={index}>
                  <th scope="row">
                    <span lang={namesIn}>{name}</span>
                    <Bar share={barShare(size, largest)} isLess={size < 0} />
                  </th>
                  {cells.map((cell, place) => (
                    <td key={place} className="figures">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > shown && (
            <div className="data-line">
              <span className="hint">{words.more(shown, rows.length)}</span>
              <button
                type="button"
                className="link-button"
                aria-label={words.showMoreOf(heading)}
                onClick={() => setShown(shown + stepRows)}
              >
                {words.showMore}
              </button>
            </div>
          )}
        </>
      )}
    </FoldedByItself>
  );
}

/** Rendered, not coloured as a background: it is printed too. */
function Bar({ share, isLess }: { readonly share: number; readonly isLess: boolean }) {
  return (
    <svg className={isLess ? 'bar less' : 'bar'} aria-hidden="true" focusable="false" preserveAspectRatio="none">
      <rect width="100%" height="100%" className="bar-room" />
      <rect width={`${Math.max(share * 100, 0.5)}%`} height="100%" />
    </svg>
  );
}
