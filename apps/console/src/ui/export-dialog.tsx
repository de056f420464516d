import { type ExportFormat, type ExportOffer, maxReason } from '@redress/contract/console/exports';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { apiQuery, callApi } from '../api/api-client.ts';
import { Checkboxes, Radios } from './choices.tsx';
import { TextArea, useField } from './text-field.tsx';
import { formatCounted } from './format.ts';
import { Modal } from './modal.tsx';
import { QueryState } from './query-state.tsx';
import { useNames } from './use-names.ts';
import { SendForm } from './send-form.tsx';
import { useSend } from './use-send.ts';

const formats: readonly (readonly [format: ExportFormat, label: string])[] = [
  ['xlsx', 'Excel workbook (.xlsx)'],
  ['csv', 'CSV (.csv)'],
];

interface ExportDialogProps {
  /** The server's name for the list, for example `claims`. */
  readonly list: string;
  /** The list's filters as a query string, as in its address. */
  readonly query: string;
  /** Explains which filters the export ignores. */
  readonly note?: string | undefined;
  readonly onClose: () => void;
}

/** Asks for the content of an export, and leads to its progress. */
export function ExportDialog({ list, query, note, onClose }: ExportDialogProps) {
  const search = new URLSearchParams({ list, query }).toString();
  const offer = useQuery({
    ...apiQuery(['exports', 'offer', search], 'GET /exports/offer', { search }),
    // The count is always current.
    gcTime: 0,
  });
  return (
    <Modal title="Export" onClose={onClose}>
      {note !== undefined && <p className="notice">{note}</p>}
      <QueryState query={offer}>{(data) => <ExportForm offer={data} {...{ list, query }} />}</QueryState>
    </Modal>
  );
}

interface ExportFormProps {
  readonly offer: ExportOffer;
  readonly list: string;
  readonly query: string;
}

function ExportForm({ offer, list, query }: ExportFormProps) {
  const navigate = useNavigate();
  const { send, ...sending } = useSend();
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  // Tax IDs are never selected by default.
  const [columns, setColumns] = useState(() =>
    offer.columns.filter(({ kind }) => kind !== 'tax-ids').map(({ key }) => key),
  );
  const reason = useField();
  const chosen = offer.columns.filter(({ key }) => columns.includes(key));
  const withTaxIds = chosen.some(({ kind }) => kind === 'tax-ids');
  const submit = async () => {
    const body = { list, query, format, columns, ...(reason.value.trim() !== '' && { reason: reason.value }) };
    const isAsked = await send(() => callApi('POST /exports', { body }), { queryKey: ['exports', 'list'] });
    if (isAsked) void navigate('/exports');
  };
  return (
    <SendForm
      sending={sending}
      onSubmit={submit}
      button={withTaxIds ? 'Ask for approval' : 'Export'}
      blocked={chosen.length === 0 && 'Choose at least one column.'}
      busy="Asking …"
      inDialog
    >
      <Contents offer={offer} />
      <Radios legend="Format" options={formats} value={format} onChange={setFormat} />
      <Checkboxes
        className="choices choices-columns"
        legend={`Columns (${chosen.length} of ${offer.columns.length})`}
        options={offer.columns.map(({ key, header, kind }) => [
          key,
          <>
            {header}
            {(kind === 'contact' || kind === 'answers') && <span className="soft"> · personal</span>}
            {kind === 'tax-ids' && <span className="soft"> · needs second approval</span>}
          </>,
        ])}
        values={columns}
        onChange={setColumns}
      />
      {withTaxIds && (
        <div className="notice notice-warn">
          <p>A file with tax IDs needs a second approval. The approver reads your reason.</p>
          <TextArea
            label="Reason"
            hint="This is permanent. Don’t include names, tax IDs, or other personal data."
            maxLength={maxReason}
            {...reason}
          />
        </div>
      )}
    </SendForm>
  );
}

/** Describes the content of the file. */
function Contents({ offer }: { readonly offer: ExportOffer }) {
  const { caseName } = useNames();
  const { count, filters, masked } = offer;
  const hasContact = offer.columns.some(({ kind }) => kind === 'contact' || kind === 'answers');
  return (
    <>
      <p>
        <strong>
          {count.isExact ? '' : 'More than '}
          {formatCounted(count.value, 'row')}
        </strong>
        {filters.length === 0 ? ', without a filter' : `, with ${filters.join('; ')}`}. Rows added after you click
        Export aren’t included.
      </p>
      {hasContact && masked.length > 0 && <p>Personal columns are left empty for {masked.map(caseName).join(', ')}.</p>}
      {!hasContact && <p>The file contains no names, addresses, or other contact information.</p>}
      <p>The request and every download are logged. The file is deleted after seven days.</p>
    </>
  );
}
