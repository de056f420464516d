import type { ClaimDetails, HistoryEntry } from '@redress/contract/console/claim-details';
import { describeEntry } from './describe-entry.ts';
import { Section } from './section.tsx';
import { useMoments } from '../ui/moments.ts';

/** The claim's history, newest last, with the seals that prove it. */
export function ClaimHistory({ claim }: { readonly claim: ClaimDetails }) {
  const { formatMoment } = useMoments();
  const { history, seals, brokenEntry } = claim;
  const badSeals = seals.filter(({ valid }) => !valid);
  const isIntact = brokenEntry === null && badSeals.length === 0;
  return (
    <Section id="history" title="History">
      {isIntact ? (
        <p className="tag tag-good">
          {seals.length === 0
            ? 'Every entry follows the previous one'
            : 'Every entry follows the previous one, and the seals are valid'}
        </p>
      ) : (
        <div className="notice notice-bad">
          {brokenEntry !== null && <p>Entry {brokenEntry} was changed or doesn’t follow the previous entry.</p>}
          {badSeals.map(({ position }) => (
            <p key={position}>Seal {position} doesn’t match what this website recorded.</p>
          ))}
          <p>Tell the operator. “npm run claims:verify” checks the whole database.</p>
        </div>
      )}
      <ol className="entries claim-history">
        {history.map((entry) => (
          <li key={entry.position}>
            <p>{describeEntry(entry, claim)}</p>
            <p className="soft">
              {formatMoment(entry.at)} · <Seal entry={entry} />
            </p>
          </li>
        ))}
      </ol>
      {seals.length > 0 && (
        <details className="finger-summary claim-seals">
          <summary>Seals</summary>
          <p className="soft">
            A seal closes the history of claims every minute with a signed fingerprint, its root. If an entry were
            changed later, the fingerprint would no longer match.
          </p>
          <dl>
            {seals.map(({ position, at, root }) => (
              <div key={position}>
                <dt>
                  Seal {position}, {formatMoment(at)}
                </dt>
                <dd className="figures">{root}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </Section>
  );
}

const Seal = ({ entry }: { readonly entry: HistoryEntry }) =>
  entry.seal === null ? 'sealed within a minute' : `sealed by seal ${entry.seal}`;
