import type { ChosenTable, DecimalMark, TableReport } from '@redress/datafiles/report';
import { bothReadings } from '@redress/datafiles/messages/finding-facts';
import { useId } from 'react';
import type { DataCheck } from './data-check.ts';
import { readingOf } from './columns-view.tsx';
import type { RoomParts } from './data-check-parts.ts';

/**
 * Asks how an ambiguous number is to be read; the answer holds for all tables that are undecided.
 */
export function DecimalsQuestion(props: {
  readonly check: DataCheck;
  readonly tables: readonly TableReport[];
  readonly room: RoomParts;
}) {
  const { check, tables, room } = props;
  const id = useId();
  const asked = tables.find(({ decimals }) => decimals?.mark === 'unknown');
  const example = asked?.decimals?.example;
  if (!asked || example === undefined) return null;
  const words = room.messages.decimals;
  const [thousands, decimals] = bothReadings(example, asked.kind === 'purchases');
  const whole = Math.floor(Number(decimals.replace('$', '')));
  const hasComma = example.includes(',');
  const choose = (mark: DecimalMark) => {
    const before = check.chosen() ?? [];
    const now = tables.map((table, place): ChosenTable | undefined => {
      const known = before.find((one) => one.table === place);
      if (table.decimals?.mark !== 'unknown') return known;
      return { ...(known ?? { table: place, ...readingOf(table) }), decimals: mark };
    });
    check.correct(now.flatMap((one) => one ?? []));
  };
  return (
    <div className="data-question note warn" role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <h3 id={id}>{words.heading(example)}</h3>
      <p id={`${id}-hint`}>{words.hint}</p>
      <button type="button" className="button quiet" onClick={() => choose(hasComma ? 'point' : 'comma')}>
        {words.thousands(example, thousands)}
      </button>
      <button type="button" className="button quiet" onClick={() => choose(hasComma ? 'comma' : 'point')}>
        {words.decimals(example, decimals, whole)}
      </button>
    </div>
  );
}
