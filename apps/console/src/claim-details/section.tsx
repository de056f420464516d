import type { ClaimDetails } from '@redress/contract/console/claim-details';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

const sections = [
  ['decision', 'Decision'],
  ['review', 'Review'],
  ['answers', 'Answers'],
  ['documents', 'Documents'],
  ['signals', 'Signals'],
  ['related', 'Other claims'],
  ['letters', 'Letters'],
  ['notes', 'Notes'],
  ['history', 'History'],
] as const;
export type SectionId = (typeof sections)[number][0];
export const sectionIds: readonly SectionId[] = sections.map(([id]) => id);

interface SectionProps {
  readonly id: SectionId;
  readonly title: string;
  readonly children: ReactNode;
}

/** Some roles see only the contact of the answers. */
export const titleOfAnswers = ({ answers, status }: Pick<ClaimDetails, 'answers' | 'status'>): string =>
  answers === null && status !== 'purged' ? 'Contact' : 'Answers';

/** A section of the screen with its heading, which `SectionLinks` links to. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section className="panel claim-section" aria-labelledby={`section-${id}`}>
      <h2 id={`section-${id}`} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/**
 * Links to each section, for keyboards and small screens. The address does not change, so that the
 * place in the list is kept.
 * @param without sections that the screen does not have
 * @param answers the title of the answers. Some roles see only their contact part
 */
export function SectionLinks({
  without,
  answers,
}: {
  readonly without: ReadonlySet<SectionId>;
  readonly answers: string;
}) {
  const goTo = (id: SectionId) => {
    const heading = document.querySelector<HTMLElement>(`#section-${id}`);
    heading?.focus();
    heading?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav className="row claim-links" aria-label="Parts of the claim">
      {sections
        .filter(([id]) => !without.has(id))
        .map(([id, label]) => (
          <Button key={id} look="link" onClick={() => goTo(id)}>
            {id === 'answers' ? answers : label}
          </Button>
        ))}
    </nav>
  );
}
