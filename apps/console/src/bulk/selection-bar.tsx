import { bulkLabels } from '@redress/contract/console/claim-labels';
import './bulk.css';
import { type BulkKind, bulkKinds, maxBulkClaims } from '@redress/contract/console/bulk';
import type { ClaimList } from '@redress/contract/console/claim-list';
import { Suspense, useState } from 'react';
import type { Selection } from './use-selection.ts';
import { Button } from '../ui/button.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const BulkDialog = lazyPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

interface SelectionBarProps {
  readonly selection: Selection;
  readonly count: ClaimList['count'];
  /** The claims of the current page. */
  readonly numbers: readonly string[];
}

/** Shows how many claims are selected, and the actions on them. */
export function SelectionBar({ selection, count, numbers }: SelectionBarProps) {
  const [action, setAction] = useState<BulkKind>();
  const { isAll, numbers: chosen, set, selectAll } = selection;
  const total = isAll ? count.value : chosen.size;
  const elsewhere = [...chosen].filter((number) => !numbers.includes(number)).length;
  const isNone = total === 0;
  const isWholePage = !isAll && numbers.every((number) => chosen.has(number));
  return (
    <div className="pages bulk-bar">
      <p role="status">
        {isNone
          ? 'No claims selected.'
          : isAll
            ? `All ${formatCounted(total, 'claim')} that match the filters are selected, on all pages.`
            : `${formatCounted(total, 'claim')} selected${elsewhere === 0 ? ', all on this page' : `, ${formatCount(elsewhere)} of them on other pages`}.`}
      </p>
      {isWholePage && count.value > chosen.size && <AllMatching count={count} onSelect={selectAll} />}
      {!isNone && (
        <>
          {bulkKinds.map((kind) => (
            <Button key={kind} onClick={() => setAction(kind)}>
              {`${bulkLabels[kind]} …`}
            </Button>
          ))}
          <Button look="link" onClick={() => set([])}>
            Clear the selection
          </Button>
        </>
      )}
      {action !== undefined && (
        <Suspense fallback={null}>
          <BulkDialog
            kind={action}
            total={total}
            selection={isAll ? { query: selection.query, expected: total } : { numbers: [...chosen] }}
            onClose={() => setAction(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

function AllMatching({ count, onSelect }: { readonly count: ClaimList['count']; readonly onSelect: () => void }) {
  if (!count.isExact) return <p className="soft">To select all matches, remove or narrow the amount filter.</p>;
  if (count.value > maxBulkClaims)
    return (
      <p className="soft">
        One action can include {formatCount(maxBulkClaims)} claims at most. Narrow the list to select all.
      </p>
    );
  return (
    <Button look="link" onClick={onSelect}>
      Select all {formatCounted(count.value, 'claim')} that match
    </Button>
  );
}
