import { describeChannel, disputeOutcomeLabels, letterLabels } from '@redress/contract/console/claim-labels';
import type { ClaimDetails } from '@redress/contract/console/claim-details';
import type { ClaimLetter, DeficiencyAnswer, Dispute } from '@redress/contract/console/letters';
import { formatLetterId } from '@redress/contract/letters';
import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../api/use-session.ts';
import { describeLetter } from '../letters/describe-letter.ts';
import { claimLettersQuery } from '../api/claim-look.ts';
import { letterQuery } from '../letters/letter-queries.ts';
import { LetterText } from '../letters/letter-text.tsx';
import { Button } from '../ui/button.tsx';
import { formatCounted } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { useMoments } from '../ui/moments.ts';
import { QueryState } from '../ui/query-state.tsx';
import { Section } from './section.tsx';

/** Shows what the claimant was told, and when. */
export function ClaimLetters({ claim }: { readonly claim: ClaimDetails }) {
  const query = useQuery(claimLettersQuery(claim.number));
  const seesContact = useCan('contact', claim.caseId);
  const isSupervisor = useCan('supervise', claim.caseId);
  const [opened, setOpened] = useState<ClaimLetter>();
  const { formatMoment } = useMoments();
  return (
    <Section id="letters" title="Letters">
      <QueryState query={query}>
        {({ letters, answers, disputes, held }) => (
          <>
            {isSupervisor && disputes.some(({ outcome }) => outcome === 'upheld' || outcome === 'changed') && (
              <p>
                <a className="button" href={`/api/console/claims/${claim.number}/bundle.zip`} download>
                  Download the bundle for the court
                </a>
              </p>
            )}
            {held.map(({ kind, at, usedFrom, lines }) => (
              <div key={kind} className="notice">
                <p>
                  <strong>New {kind === 'email' ? 'email' : 'postal'} address</strong>, entered by the claimant{' '}
                  {formatMoment(at)}, used from {formatMoment(usedFrom)}
                </p>
                {lines && <p>{lines.join(', ')}</p>}
              </div>
            ))}
            {disputes.map((dispute) => (
              <WrittenAnswer
                key={dispute.id}
                title={titleOf(dispute)}
                at={dispute.filedAt}
                late={dispute.late}
                parts={[{ reason: dispute.grounds.join('; '), ...dispute }]}
                documents={claim.documents}
              />
            ))}
            {answers.map(({ id, at, late, items }) => (
              <WrittenAnswer
                key={id}
                title="Answer to the deficiency"
                at={at}
                late={late}
                parts={items}
                documents={claim.documents}
              />
            ))}
            {letters.length === 0 && <p className="soft">No letters yet.</p>}
            <ol className="entries">
              {letters.map((letter) => (
                <li key={letter.id}>
                  <p>
                    <strong>{letterLabels[letter.kind]}</strong> by {letter.channel === 'email' ? 'email' : 'post'}:{' '}
                    {describeLetter(letter)}
                  </p>
                  <p className="soft">
                    Queued {formatMoment(letter.queuedAt)}, letter ID{' '}
                    <span className="figures nowrap">{formatLetterId(letter.code)}</span>
                    {seesContact && (
                      <>
                        {' '}
                        <Button look="link" aria-haspopup="dialog" onClick={() => setOpened(letter)}>
                          Read
                        </Button>
                      </>
                    )}
                  </p>
                </li>
              ))}
            </ol>
          </>
        )}
      </QueryState>
      {opened && <LetterDialog letter={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

const titleOf = ({ channel, outcome }: Dispute): string =>
  ['Dispute', describeChannel(channel), outcome === null ? '' : `(${disputeOutcomeLabels[outcome].toLowerCase()})`]
    .filter(Boolean)
    .join(' ');

interface WrittenAnswerProps {
  readonly title: string;
  readonly at: string;
  readonly late: boolean;
  readonly parts: readonly Pick<DeficiencyAnswer['items'][number], 'reason' | 'statement' | 'documents'>[];
  readonly documents: ClaimDetails['documents'];
}

/**
 * Shows what a claimant wrote on the status page, or what staff say of a letter, with the names of
 * the documents that came with it.
 */
function WrittenAnswer({ title, at, late, parts, documents }: WrittenAnswerProps) {
  const { formatMoment } = useMoments();
  return (
    <div className="notice">
      <p>
        <strong>{title}</strong>, {formatMoment(at)}
        {late && <span className="tag tag-warn">Late</span>}
      </p>
      {parts.map(({ reason, statement, documents: ids }) => (
        <div key={reason}>
          <p className="soft">{reason}</p>
          {statement !== null && <p className="written-text">{statement}</p>}
          {ids.length > 0 && (
            <p>
              {formatCounted(ids.length, 'document')}:{' '}
              {ids.map((each) => documents.find(({ id }) => id === each)?.name ?? 'a document').join(', ')}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

function LetterDialog({ letter, onClose }: { readonly letter: ClaimLetter; readonly onClose: () => void }) {
  const query = useQuery(letterQuery(letter.id));
  return (
    <Modal title={`${letterLabels[letter.kind]} letter`} onClose={onClose}>
      <QueryState query={query}>
        {({ text }) =>
          text === null ? (
            <p>The text was deleted at the end of the retention period.</p>
          ) : (
            <LetterText text={text} language={letter.language} />
          )
        }
      </QueryState>
      <div className="actions">
        <a className="button" href={`/api/console/letters/${letter.id}/letter.pdf`} target="_blank" rel="noreferrer">
          Open as PDF
        </a>
        <Dialog.Close className="button">Close</Dialog.Close>
      </div>
    </Modal>
  );
}
