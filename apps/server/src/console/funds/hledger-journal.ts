import { entryKinds, entryLabels, type LedgerTransaction } from '@redress/contract/console/funds';
import type { Fund } from '@redress/contract/funds';

/** Comments end with the line, and a comma ends a tag. */
const inComment = (text: string): string => text.replaceAll(/[\s\p{Cc},;:]+/gu, ' ').trim();

/**
 * Formats a ledger as an hledger journal, which passes `hledger check --strict`.
 * @param transactions in any order
 */
export function formatJournal({ title }: Fund, transactions: readonly LedgerTransaction[]): string {
  const accounts = new Set(transactions.flatMap(({ lines }) => lines.map(({ account }) => account)));
  const head = [
    `; ${inComment(title.en)}`,
    'commodity $1000.00',
    ...[...accounts].toSorted().map((each) => `account ${each}`),
  ];
  const inOrder = transactions.toSorted(
    (one, other) =>
      compare(one.effectiveOn, other.effectiveOn) || compare(one.postedAt, other.postedAt) || compare(one.id, other.id),
  );
  return `${[head, ...inOrder.map(linesOf)].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

function linesOf({
  id,
  kind,
  effectiveOn,
  order,
  reverses,
  enteredBy,
  approvedBy,
  lines,
}: LedgerTransaction): string[] {
  const label = [...entryKinds, 'reversal' as const].find((each) => each === kind);
  const tags = [
    ['id', id],
    ['reverses', reverses],
    ['docket', order?.docket],
    ['ordered', order?.orderedOn],
    ['order-sha256', order?.sha256],
    ['entered-by', enteredBy],
    ['approved-by', approvedBy],
  ] as const;
  return [
    `${effectiveOn} ${label === undefined ? kind : entryLabels[label]}`,
    ...tags.flatMap(([name, value]) => (value ? [`    ; ${name}: ${inComment(value)}`] : [])),
    ...lines.map(({ account, amount }) => `    ${account}  $${amount}`),
  ];
}
