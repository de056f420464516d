import { type Candidate, type IdRequest, type IdRequestAnswer } from '@redress/contract/console/id-requests';
import type { Member } from '@redress/contract/console/members';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { ApiError, callApi } from '../api/api-client.ts';
import { workQuery } from '../api/work-query.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { TextArea, TextInput, useField } from '../ui/text-field.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';
import { formatAddress } from '../members/format-address.ts';
import { memberQuery } from '../members/member-queries.ts';
import { idRequestQuery, letterListsQuery } from './id-request-queries.ts';

/** Takes the place of a candidate's Notice ID. */
const other = 'other';

/** Answers a request with one of the class members, or with none. */
export function AnswerForm({ request }: { readonly request: IdRequest }) {
  const queries = useQueryClient();
  const [answer, setAnswer] = useState<IdRequestAnswer>();
  const [chosen, setChosen] = useState<string>();
  const otherId = useField();
  const note = useField();
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState('');
  const [isOpen, setOpen] = useState(request.answers.length === 0);
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useRef<HTMLAnchorElement>(null);
  const change = useRef<HTMLButtonElement>(null);
  const { errorOf, send, ...sending } = useSend();
  const noticeId = chosen === other ? otherId.value.replaceAll(/[\s-]/g, '') : chosen;
  const isTyped = chosen === other && /^\d{9}$/.test(noticeId ?? '');
  const typed = useQuery({ ...memberQuery(noticeId ?? ''), enabled: isTyped });
  /** The chosen class member as the page shows them, with the address for the letter. */
  const member = isTyped ? typed.data : request.candidates.find((candidate) => candidate.noticeId === chosen);

  const missing = findProblem(answer, chosen, isTyped ? typed : undefined, member !== undefined);
  // It disappears once it no longer holds, for example when the class member is loaded.
  const shownProblem = problem === missing ? problem : undefined;

  async function submit(): Promise<void> {
    setProblem(missing);
    if (missing !== undefined || answer === undefined) return;
    const { queryKey } = idRequestQuery(request.id);
    const isDone = await send(async () => {
      const changed = await callApi('POST /id-requests/:id/answers', {
        params: { id: request.id },
        headers: { 'if-match': `"${request.version}"` },
        body: {
          answer,
          note: note.value,
          ...(answer === 'matched' && noticeId !== undefined && { noticeId }),
          ...(answer === 'matched' && member?.currentId !== undefined && { addressId: member.currentId }),
        },
      });
      queries.setQueryData(queryKey, changed);
    });
    if (!isDone) {
      await queries.invalidateQueries({ queryKey: memberQuery(noticeId ?? '').queryKey });
      return queries.invalidateQueries({ queryKey });
    }
    flushSync(() => {
      setDone('Answer recorded.');
      setOpen(false);
    });
    (next.current ?? change.current)?.focus();
    setAnswer(undefined);
    setChosen(undefined);
    note.onChange('');
    void queries.invalidateQueries({ queryKey: workQuery.queryKey });
    await queries.invalidateQueries({ queryKey: ['id-requests'] });
    await queries.invalidateQueries({ queryKey: letterListsQuery.queryKey });
  }

  if (!isOpen)
    return (
      <div>
        <p role="status">{done}</p>
        <div className="actions">
          {request.next !== undefined && (
            <LinkButton look="main" ref={next} to={`/id-requests/${request.next}`}>
              Next open request
            </LinkButton>
          )}
          <Button
            ref={change}
            onClick={() => {
              flushSync(() => setOpen(true));
              heading.current?.focus();
            }}
          >
            Change answer
          </Button>
        </div>
      </div>
    );
  return (
    <SendForm className="panel" noValidate sending={sending} onSubmit={submit} button="Record answer" busy="Saving …">
      <h2 ref={heading} tabIndex={-1}>
        {request.answers.length === 0 ? 'Answer' : 'Change answer'}
      </h2>
      <fieldset>
        <legend className="field-label">Who sent this request?</legend>
        {request.candidates.length === 0 && (
          <p>No class member has a similar name. Search by Notice ID, or ask for more information.</p>
        )}
        {request.candidates.map((candidate) => (
          <CandidateChoice
            key={candidate.noticeId}
            candidate={candidate}
            isChosen={answer === 'matched' && chosen === candidate.noticeId}
            onChoose={() => {
              setAnswer('matched');
              setChosen(candidate.noticeId);
            }}
          />
        ))}
        <Choice
          isChosen={answer === 'matched' && chosen === other}
          onChoose={() => {
            setAnswer('matched');
            setChosen(other);
          }}
        >
          Another class member
        </Choice>
        {answer === 'matched' && chosen === other && (
          <>
            <TextInput label="Notice ID" className="figures" inputMode="numeric" autoComplete="off" {...otherId} />
            <p role="status">{isTyped && typed.data && <TypedMember member={typed.data} />}</p>
          </>
        )}
        <Choice isChosen={answer === 'asked-for-more'} onChoose={() => setAnswer('asked-for-more')}>
          Unclear: asked for more information
        </Choice>
        <Choice isChosen={answer === 'no-match'} onChoose={() => setAnswer('no-match')}>
          Not a class member: send nothing
        </Choice>
        {(shownProblem ?? errorOf('noticeId')) !== undefined && (
          <p className="field-error" role="alert">
            {shownProblem ?? errorOf('noticeId')}
          </p>
        )}
      </fieldset>
      {answer === 'matched' && (
        <p className="notice">
          A letter with both IDs goes to the address on the class member’s page, not to the one in the request.
        </p>
      )}
      <TextArea
        label={answer === 'asked-for-more' ? 'What you asked for' : 'Note (optional)'}
        hint={answer === 'asked-for-more' ? undefined : 'Explain your answer to colleagues.'}
        error={errorOf('note')}
        rows={3}
        {...note}
      />
    </SendForm>
  );
}

function findProblem(
  answer: IdRequestAnswer | undefined,
  chosen: string | undefined,
  /** Undefined unless a whole Notice ID was typed. */
  typed: Pick<UseQueryResult<Member>, 'isFetching' | 'error'> | undefined,
  isShown: boolean,
): string | undefined {
  if (answer === undefined) return 'Choose the class member, or another answer.';
  if (answer !== 'matched' || isShown) return undefined;
  if (chosen === other && !typed) return 'Enter the nine digits of the Notice ID.';
  if (typed?.isFetching === true) return 'The class member is still loading. Check the address, then try again.';
  if (typed?.error instanceof ApiError && typed.error.code !== 'not-found') return typed.error.message;
  return 'No class member in your cases has this Notice ID. Check it for typos.';
}

/** IDs go only to an address that the person has seen. */
function TypedMember({ member: { name, current } }: { readonly member: Member }) {
  return (
    <>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      , <bdi>{formatAddress(current) || 'no address'}</bdi>
    </>
  );
}

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="check">
      <input type="radio" name="who" checked={isChosen} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}

const matchNames = { same: 'Same', similar: 'Similar', different: 'Other' } as const;
const matchTags = { same: 'tag tag-good', similar: 'tag tag-warn', different: 'tag' } as const;

function CandidateChoice({ candidate, ...choice }: Omit<ChoiceProps, 'children'> & { readonly candidate: Candidate }) {
  const { noticeId, name, address, imported, nameMatch, streetMatch, zipMatch, hasFiled } = candidate;
  return (
    <div className="row row-apart id-request-candidate">
      <Choice {...choice}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        , <bdi>{formatAddress(address)}</bdi>
        {imported && (
          <span className="soft">
            {' '}
            (the notice went to <bdi>{formatAddress(imported)}</bdi>)
          </span>
        )}
        <br />
        <span className={matchTags[nameMatch]}>{matchNames[nameMatch]} name</span>
        <span className={matchTags[streetMatch]}>{matchNames[streetMatch]} street</span>
        <span className={matchTags[zipMatch ? 'same' : 'different']}>{zipMatch ? 'Same' : 'Other'} ZIP code</span>
        {hasFiled && <span className="tag">Has filed</span>}
      </Choice>
      <Link to={`/members/${noticeId}`} aria-label={`Class member ${noticeId}, ${name}`}>
        {noticeId}
      </Link>
    </div>
  );
}
