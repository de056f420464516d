import type { MemberImport, MemberImportWithBadRows } from '@redress/contract/console/member-imports';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, callApi } from '../api/api-client.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { numeric, Table } from '../ui/table.tsx';
import { useNames } from '../ui/use-names.ts';
import { useSend } from '../ui/use-send.ts';

/** An import's result and its bad rows. */
export function ImportResult({
  import: result,
  badRows,
  listedBadRows,
  onChange,
}: MemberImportWithBadRows & { readonly onChange: (changed: MemberImport) => void }) {
  const { formatMoment } = useMoments();
  const { caseName } = useNames();
  const { status, imported, rows, problem, caseId } = result;
  const bad = result.badRows;
  const { data: known } = useQuery(apiQuery(['member-imports'], 'GET /member-imports'));
  const before = known?.imports.find(
    (each) => each.status === 'done' && each.sha256 === result.sha256 && each.createdAt < result.createdAt,
  );
  return (
    <>
      {status === 'done' && (
        <div className="notice notice-good" role="status">
          <p>
            {`${formatCounted(imported, 'class member was', 'class members were')} imported${caseId === undefined ? '' : ` to ${caseName(caseId)}`}${bad > 0 ? `, and ${formatCounted(bad, 'bad row')} skipped` : ''}.`}
          </p>
        </div>
      )}
      {status === 'removed' && result.removal && (
        <div className="notice" role="status">
          <p>
            {`${formatCounted(result.removal.removed, 'class member was', 'class members were')} removed. ${
              imported > result.removal.removed
                ? `${formatCount(imported - result.removal.removed)} were kept because they have a claim, another address, a note, or a matched request for lost IDs.`
                : ''
            }`}
          </p>
        </div>
      )}
      {status === 'cancelled' && (
        <div className="notice" role="status">
          <p>This import was canceled. Nothing was imported.</p>
        </div>
      )}
      {status === 'refused' && (
        <Failure>
          <p>
            {problem ??
              (before &&
                `Nothing was imported: this file was imported before, ${formatMoment(before.createdAt)}, by ${before.startedBy}. To add the rows that were bad, import a file with only these.`) ??
              `Nothing was imported: ${formatCount(bad)} of ${formatCount(rows)} rows ${bad === 1 ? 'is bad. Fix it' : 'are bad. Fix them'} and import the file again${bad < rows ? ', or import it again with “Skip bad rows” chosen' : ''}.`}
          </p>
        </Failure>
      )}
      {result.fewUniqueIds !== undefined && (
        <div className="notice notice-warn">
          <p>
            Unique IDs like these have {formatCount(result.fewUniqueIds)} possible values at most, so strangers could
            guess some. Choose them at random from letters and digits.
          </p>
        </div>
      )}
      <Facts
        rows={[
          ['Case', caseId === undefined ? 'As each row says' : caseName(caseId)],
          ['Rows', `${formatCount(rows)} (${formatCount(bad)} bad)`],
          result.statesRepaired > 0 && ['States written in full', formatCounted(result.statesRepaired, 'row', 'rows')],
          result.zipsRepaired > 0 && [
            'ZIP codes with their first zero or hyphen restored',
            formatCounted(result.zipsRepaired, 'row', 'rows'),
          ],
          result.cellsRepaired > 0 && [
            'Quotes, apostrophes and hidden characters removed',
            formatCounted(result.cellsRepaired, 'row', 'rows'),
          ],
          ['Started', `${formatMoment(result.createdAt)} by ${result.startedBy}`],
          result.finishedAt !== undefined && [
            'Ended',
            `${formatMoment(result.finishedAt)}. The uploaded file was deleted.`,
          ],
          result.removal?.at !== undefined && ['Undone', `${formatMoment(result.removal.at)} by ${result.removal.by}`],
          result.sha256 !== undefined && [
            'SHA-256',
            <span key="hash" className="figures">
              {result.sha256}
            </span>,
          ],
        ]}
      />
      {badRows.length > 0 && (
        <BadRows
          {...{ id: result.id, isMine: result.isMine, badRows, listedBadRows }}
          total={bad}
          isPartlyImported={imported > (result.removal?.removed ?? 0)}
        />
      )}
      {result.mayRemove && <TakeBack current={result} onChange={onChange} />}
    </>
  );
}

/** Undoes an import after a confirmation. */
function TakeBack({
  current: { id, imported },
  onChange,
}: {
  readonly current: MemberImport;
  readonly onChange: (changed: MemberImport) => void;
}) {
  const { isSending, failure, send } = useSend();
  return (
    <>
      <Failure error={failure} />
      <ConfirmButton
        label="Undo this import"
        look="danger"
        disabled={isSending}
        question={`Remove ${formatCounted(imported, 'class member', 'class members')}?`}
        effect="They can’t log in until they are imported again. Class members who have a claim, another address, a note, or a matched request for lost IDs are kept. The history records both the import and its removal."
        onConfirm={() =>
          send(async () => {
            onChange(await callApi('POST /member-imports/:id/remove', { params: { id } }));
            document.querySelector<HTMLElement>('#import')?.focus();
          })
        }
      />
    </>
  );
}

interface BadRowsProps extends Pick<MemberImportWithBadRows, 'badRows' | 'listedBadRows'> {
  readonly id: string;
  readonly isMine: boolean;
  readonly total: number;
  /** Whether the good rows were imported. */
  readonly isPartlyImported: boolean;
}

function BadRows({ id, isMine, badRows, listedBadRows, total, isPartlyImported }: BadRowsProps) {
  return (
    <div className="import-bad-rows">
      <h3>Bad rows</h3>
      <p>
        {!isPartlyImported
          ? 'Correct these lines in your file, then import the whole file again.'
          : isMine
            ? 'Download the bad rows, correct them in that file, and import it. The other rows were imported.'
            : 'The person who imported the file can download these rows with all columns, correct and import them.'}
      </p>
      <Table label="Bad rows" columns={[numeric('Line'), 'Problem']}>
        {badRows.map(({ line, reason }) => (
          <tr key={`${line} ${reason}`}>
            <td className="number">{formatCount(line)}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </Table>
      <p>
        {total > badRows.length && <span>{`These are the first ${badRows.length} of ${formatCount(total)}. `}</span>}
        <a className="button" href={`/api/console/member-imports/${id}/bad-rows.csv`} download>
          Download {total > listedBadRows ? `the first ${formatCount(listedBadRows)} bad rows` : 'the bad rows'}
        </a>
      </p>
    </div>
  );
}
