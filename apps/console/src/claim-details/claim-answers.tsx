import type { AnswerSection, ClaimDetails } from '@redress/contract/console/claim-details';
import { languageLabels } from '@redress/contract/console/claim-labels';
import { useState } from 'react';
import { useCan } from '../api/use-session.ts';
import { Checkbox } from '../ui/choices.tsx';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatCount } from '../ui/format.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { CorrectedAnswer, CorrectionButtons } from './answer-corrections.tsx';
import { CorrectAnswer } from './correct-answer.tsx';
import { Section, titleOfAnswers } from './section.tsx';
import { TaxIdReveal } from './tax-id-reveal.tsx';

/** A payor's agent can name 2,000 class members. */
const rowsPerStep = 60;

/**
 * The answers as filed, with their corrections. People without the permission see only how to reach
 * the claimant.
 */
export function ClaimAnswers({ claim }: { readonly claim: ClaimDetails }) {
  const [isAsFiled, setAsFiled] = useState(false);
  const { answers, answersAsFiled, contact } = claim;
  if (claim.status === 'purged')
    return (
      <Section id="answers" title={titleOfAnswers(claim)}>
        <p>Answers were deleted at the end of the retention period.</p>
      </Section>
    );
  if (answers)
    return (
      <Section id="answers" title={titleOfAnswers(claim)}>
        {answersAsFiled && (
          <Checkbox
            label={`In ${languageLabels[claim.language]}, as filed`}
            checked={isAsFiled}
            onChange={setAsFiled}
          />
        )}
        <div lang={isAsFiled ? claim.language : undefined}>
          <AnswerSections sections={(isAsFiled ? answersAsFiled : null) ?? answers} claim={claim} />
        </div>
      </Section>
    );
  return (
    <Section id="answers" title={titleOfAnswers(claim)}>
      {contact ? (
        <>
          <Facts
            rows={contact.map(({ name, label, value }) => [
              label,
              <CorrectedAnswer key={name} claim={claim} name={name} value={value} />,
            ])}
          />
          <TaxIdsOnly claim={claim} />
          <p className="soft">Your role shows contact information. Reviewers see all answers.</p>
        </>
      ) : (
        <p className="soft">Your role doesn’t include access to answers.</p>
      )}
    </Section>
  );
}

function AnswerSections({
  sections,
  claim,
}: {
  readonly sections: readonly AnswerSection[];
  readonly claim: ClaimDetails;
}) {
  const mayReveal = useCan('reveal-tax-id', claim.caseId);
  const pathsOf = Map.groupBy(mayReveal ? (claim.taxIds ?? []) : [], ({ row }) => row);
  /** Null opens the dialog without a chosen answer. */
  const [correcting, setCorrecting] = useState<string | null>();
  // The row that has the focus names the answer. Without one, the dialog asks.
  const correctFocused = () => {
    const name = document.activeElement?.closest<HTMLElement>('[data-answer]')?.dataset['answer'];
    setCorrecting(claim.correctable?.some((each) => each.name === name) === true ? name : null);
  };
  useShortcuts(claim.correctable ? { e: correctFocused } : {});
  return (
    <>
      {claim.correctable && (
        <Button aria-haspopup="dialog" aria-keyshortcuts="e" onClick={() => setCorrecting(null)}>
          Correct an answer
        </Button>
      )}
      {correcting !== undefined && (
        <CorrectAnswer claim={claim} field={correcting ?? undefined} onClose={() => setCorrecting(undefined)} />
      )}
      {sections.map(({ letter, title, rows }) => (
        <AnswerRows
          key={`${letter}${title}`}
          title={letter === undefined ? title : `${letter}. ${title}`}
          rows={rows}
          claim={claim}
          taxIds={pathsOf}
          onCorrect={setCorrecting}
        />
      ))}
    </>
  );
}

type Row = AnswerSection['rows'][number];

/** Whether a question or an unbroken value, such as an email address, is too long for half a line. */
const isLong = ({ label, value }: Row) => label.length > 40 || /\S{22}/.test(value ?? '');

function AnswerRows(props: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly claim: ClaimDetails;
  /** The rows whose tax ID can be revealed. */
  readonly taxIds: ReadonlyMap<string, readonly { readonly path: string }[]>;
  /** Called with the name of a row. */
  readonly onCorrect: (name: string) => void;
}) {
  const { title, rows, claim, taxIds, onCorrect } = props;
  const [shown, setShown] = useState(rowsPerStep);
  return (
    <>
      <h3>{title}</h3>
      <dl className="facts">
        {rows.slice(0, shown).map((row) => (
          <div key={row.name} data-answer={row.name} className={isLong(row) ? 'stacked' : undefined}>
            <dt>{row.label}</dt>
            <dd>
              <CorrectedAnswer claim={claim} name={row.name} value={row.value} />{' '}
              {(taxIds.get(row.name) ?? []).map(({ path }) => (
                <TaxIdReveal key={path} number={claim.number} path={path} label={row.label} />
              ))}
              <CorrectionButtons
                claim={claim}
                name={row.name}
                label={row.label}
                onCorrect={() => onCorrect(row.name)}
              />
            </dd>
          </div>
        ))}
      </dl>
      {rows.length > shown && (
        <p>
          {shown} of {formatCount(rows.length)} rows.{' '}
          <Button look="link" onClick={() => setShown(shown + 10 * rowsPerStep)}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}

/** The view for the finance role, which sees tax IDs but not the other answers. */
function TaxIdsOnly({ claim }: { readonly claim: ClaimDetails }) {
  const mayReveal = useCan('reveal-tax-id', claim.caseId);
  const [shown, setShown] = useState(rowsPerStep);
  const taxIds = claim.taxIds ?? [];
  if (!mayReveal || taxIds.length === 0) return null;
  return (
    <>
      <h3>Tax IDs</h3>
      <ul className="entries">
        {taxIds.slice(0, shown).map(({ path }, index) => (
          <li key={path}>
            Tax ID {index + 1} <TaxIdReveal number={claim.number} path={path} label={`Tax ID ${index + 1}`} />
          </li>
        ))}
      </ul>
      {taxIds.length > shown && (
        <Button look="link" onClick={() => setShown(shown + 10 * rowsPerStep)}>
          Show more of {formatCount(taxIds.length)}
        </Button>
      )}
    </>
  );
}
