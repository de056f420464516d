import './letters.css';
import { letterLabels } from '@redress/contract/console/claim-labels';
import { returnReasons } from '@redress/contract/console/letter-batches';
import { formatCourtDay } from '@redress/contract/language';
import { formatLetterId } from '@redress/contract/letters';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { ApiError, callApi } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { tabStorage } from '../browser/browser-storage.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { Table, TableSkeleton } from '../ui/table.tsx';
import { useNames } from '../ui/use-names.ts';
import { takesKeys } from '../ui/use-shortcuts.ts';
import { AddressDialog } from './address-dialog.tsx';
import { createReturnQueue, type QueuedReturn, reasonOf } from './return-queue.ts';
import { outcomeTexts, returnedQuery, returnReasonLabels } from './returned-labels.ts';

const queues = new Map<string, ReturnType<typeof createReturnQueue>>();

/** The letters of the signed-in person, which another person in this tab neither sees nor records. */
function useReturnQueue() {
  const { person } = useSession();
  const queue = queues.get(person.id) ?? openQueue(`redress-returned-letters:${person.id}`);
  queues.set(person.id, queue);
  return queue;
}

function openQueue(storageKey: string) {
  const queue = createReturnQueue({
    send: ({ id, reason = 'moved', address }) =>
      callApi('POST /returned-letters', {
        body: { id, reason, ...(reason === 'forwarding-address' && { address: [...address] }) },
      }),
    explain(error) {
      if (!(error instanceof ApiError)) return { message: String(error), isOffline: false, isInvalid: false };
      const invalid = error.problem.errors?.[0];
      return {
        message: invalid?.message ?? error.message,
        isOffline: error.code === 'offline',
        isInvalid: invalid !== undefined,
      };
    },
    store: {
      read: () => tabStorage.read(storageKey),
      write: (text) => tabStorage.write(storageKey, text),
    },
  });
  window.addEventListener('online', () => queue.retry());
  window.addEventListener('beforeunload', (event) => {
    if (queue.hasUnsaved()) event.preventDefault();
  });
  return queue;
}

/** `/returned`: letters that came back, recorded one after the other by keyboard or scanner. */
export function Component() {
  const queue = useReturnQueue();
  const { rows, current, problem } = useSyncExternalStore(queue.subscribe, queue.read);
  const queries = useQueryClient();
  const saved = rows.filter(({ state }) => state === 'saved').length;
  const isSaving = rows.some(({ state }) => state === 'saving');
  useEffect(() => {
    if (saved > 0 && !isSaving) void queries.invalidateQueries({ queryKey: returnedQuery.queryKey });
  }, [saved, isSaving, queries]);
  return (
    <Page title="Returned mail">
      <ReturnField current={current} problem={problem} />
      <section aria-labelledby="returned-now">
        <h2 id="returned-now">Recorded in this session</h2>
        <p role="status">{rows.length === 0 ? 'Each letter appears here once you scan it.' : describeProgress(rows)}</p>
        {rows.length > 0 && <QueuedTable rows={rows} currentKey={current?.key} />}
      </section>
      <WaitingLetters />
    </Page>
  );
}

/** For example `12 saved, 1 saving, 1 not saved.` */
function describeProgress(rows: readonly QueuedReturn[]): string {
  const count = (...states: readonly QueuedReturn['state'][]) =>
    rows.filter(({ state }) => states.includes(state)).length;
  const parts = [
    [count('saved'), 'saved'],
    [count('waiting', 'saving'), 'saving'],
    [count('failed', 'refused'), 'not saved'],
    [count('open'), 'without a reason or address'],
  ] as const;
  return `${parts.flatMap(([letters, word]) => (letters === 0 ? [] : `${letters} ${word}`)).join(', ')}.`;
}

function QueuedTable({
  rows,
  currentKey,
}: {
  readonly rows: readonly QueuedReturn[];
  readonly currentKey: number | undefined;
}) {
  const queue = useReturnQueue();
  return (
    <Table
      label="Letters recorded in this session"
      columns={['Letter ID', 'Reason', 'Result', 'Claim', 'Mailed to', { header: 'Action', kind: 'hidden' }]}
    >
      {rows.map((row) => {
        const { key, id, reason, address, result, state, isInvalid } = row;
        return (
          <tr key={key} aria-current={key === currentKey || undefined}>
            <td className="figures nowrap">{state === 'refused' ? id : formatLetterId(id)}</td>
            <td>
              {reason && <span>{returnReasonLabels[reason]}</span>}
              {address.length > 0 && (
                <div className="soft">
                  <bdi>{address.join(', ')}</bdi>
                </div>
              )}
            </td>
            <td>{describeState(row)}</td>
            <td className="figures">
              {result && <Link to={`/claims/${result.claimNumber}`}>{result.claimNumber}</Link>}
            </td>
            <td>{result && <bdi>{result.address.join(', ')}</bdi>}</td>
            <td className="nowrap return-actions">
              {state === 'failed' && !isInvalid && (
                <RowButton row={row} label="Retry" onClick={() => queue.retry(key)} />
              )}
              {(state === 'failed' || (state === 'open' && key !== currentKey)) && (
                <RowButton row={row} label="Change" onClick={() => queue.resume(key)} />
              )}
              {(state === 'failed' || state === 'refused' || state === 'open') && (
                <RowButton row={row} label="Remove" onClick={() => queue.remove(key)} />
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function RowButton({
  row,
  label,
  onClick,
}: {
  readonly row: QueuedReturn;
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <Button
      look="link"
      // The scanner types into the field, so it keeps the focus.
      onClick={() => {
        onClick();
        focusField();
      }}
    >
      {label}
      <span className="visually-hidden"> {row.state === 'refused' ? row.id : formatLetterId(row.id)}</span>
    </Button>
  );
}

function describeState({ state, result, reason, problem }: QueuedReturn): ReactNode {
  switch (state) {
    case 'open':
      return reason ? 'Needs the forwarding address' : 'Needs a reason';
    case 'waiting':
    case 'saving':
      return problem === undefined ? 'Saving …' : `Not saved yet. ${problem}`;
    case 'saved':
      return result && outcomeTexts[result.outcome];
    case 'failed':
    case 'refused':
      return <span className="field-error">{`Not saved. ${problem ?? ''}`}</span>;
  }
}

const fieldId = 'returned-letter';
const focusField = () => document.getElementById(fieldId)?.focus();

/** One field takes everything, so that nothing that a scanner types is lost. */
function ReturnField({
  current,
  problem,
}: {
  readonly current: QueuedReturn | undefined;
  readonly problem: string | undefined;
}) {
  const queue = useReturnQueue();
  const [typed, setTyped] = useState('');
  const needsAddress = current?.reason === 'forwarding-address';
  const chosen = current && !needsAddress ? reasonOf(typed) : undefined;
  const id = current && formatLetterId(current.id);
  const take = (line: string) => {
    queue.take(line);
    setTyped('');
  };
  // What a scanner types after a click elsewhere goes to the field, too. A space presses a button.
  const catchKey = useEffectEvent(({ target, key, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent) => {
    if (!(target instanceof Element) || takesKeys(target) || ctrlKey || metaKey || defaultPrevented) return;
    const endsLine = key === 'Enter' && target.closest('a, button') === null;
    if (endsLine) take(typed);
    if (endsLine || (key.length === 1 && key !== ' ')) focusField();
  });
  useEffect(() => {
    window.addEventListener('keydown', catchKey);
    return () => window.removeEventListener('keydown', catchKey);
  }, []);
  return (
    <div className="panel">
      <div className="field letter-file">
        <label htmlFor={fieldId}>
          {!current ? 'Letter ID' : needsAddress ? `Forwarding address of ${id}` : `Reason for ${id}`}
        </label>
        <p className="field-hint" id={`${fieldId}-hint`} aria-live="polite">
          {!current
            ? 'Scan the code on the letter, or type the ID above the address and press Enter.'
            : needsAddress
              ? 'Type a line below the name, and press Enter. After the last line, press Enter again.'
              : chosen === 'forwarding-address'
                ? `${returnReasonLabels[chosen]}: press Enter, then type the address.`
                : 'Press the number of the reason. Then press Enter, or scan the next letter.'}
        </p>
        {problem !== undefined && (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
        <input
          id={fieldId}
          className="letter-id figures"
          aria-describedby={`${fieldId}-hint`}
          autoComplete="off"
          autoCapitalize={needsAddress ? 'words' : 'characters'}
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the scanner types here
          autoFocus
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            // The field has more than the last render if keys follow each other at once.
            take(event.currentTarget.value);
          }}
        />
      </div>
      {needsAddress ? (
        <p>
          <bdi>{current.address.join(', ')}</bdi>
        </p>
      ) : (
        <ol className="return-reasons" aria-label="Reason">
          {returnReasons.map((reason, index) => (
            <li key={reason}>
              <Button
                disabled={!current}
                aria-pressed={chosen === reason}
                onClick={() => {
                  take(String(index + 1));
                  focusField();
                }}
              >
                <kbd>{index + 1}</kbd> {returnReasonLabels[reason]}
              </Button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const waitingColumns = [
  'Letter ID',
  'Claim',
  'Letter',
  'Mailed',
  'Reason',
  { header: 'Action', kind: 'hidden' },
] as const;

const findReason = (cause: string | null) => returnReasons.find((reason) => reason === cause);

function WaitingLetters() {
  const queue = useReturnQueue();
  const query = useQuery(returnedQuery);
  const { caseName } = useNames();
  const [opened, setOpened] = useState<{ readonly id: string; readonly reason: string | null }>();
  return (
    <section aria-labelledby="returned-waiting">
      <h2 id="returned-waiting">Waiting for an address</h2>
      <QueryState query={query} skeleton={<TableSkeleton columns={waitingColumns} rows={3} />}>
        {({ letters }) =>
          letters.length === 0 ? (
            <EmptyState
              title="No letter waits for an address"
              reason="Letters that came back appear here until someone adds another address or says that there is none."
            />
          ) : (
            <Table label="Letters that wait for an address" columns={waitingColumns}>
              {letters.map(({ id, claimNumber, caseId, kind, mailedOn, reason }) => (
                <tr key={id}>
                  <td className="figures nowrap">{formatLetterId(id)}</td>
                  <td>
                    <Link className="figures" to={`/claims/${claimNumber}`}>
                      {claimNumber}
                    </Link>
                    <div className="soft">{caseName(caseId)}</div>
                  </td>
                  <td>{letterLabels[kind]}</td>
                  <td className="nowrap">{mailedOn === null ? '–' : formatCourtDay(mailedOn)}</td>
                  <td>{returnReasonLabels[findReason(reason) ?? 'bounced']}</td>
                  <td className="nowrap">
                    <Button look="link" aria-haspopup="dialog" onClick={() => setOpened({ id, reason })}>
                      Add address …<span className="visually-hidden"> for {formatLetterId(id)}</span>
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </QueryState>
      {opened !== undefined && (
        <AddressDialog
          letterId={opened.id}
          cameBack
          onAdded={(result) => queue.list(result, findReason(opened.reason))}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}
