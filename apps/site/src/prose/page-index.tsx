import type { Language } from '@redress/contract/language';
import { layoutMessages } from '../messages/layout-messages.ts';
import type { IndexedHeading } from './heading-index.ts';

interface Props {
  readonly headings: readonly IndexedHeading[];
  readonly language: Language;
}

/**
 * The parts of a long page. Twice: to be opened on a phone, open beside the text on a desktop (no style sheet of 2020 opens `details`);
 * the style sheet shows one of them.
 */
export function PageIndex({ headings, language }: Props) {
  const { onThisPage } = layoutMessages(language);
  const list = (
    <ol>
      {headings.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <nav className="page-index" aria-label={onThisPage}>
      <details>
        <summary>{onThisPage}</summary>
        {list}
      </details>
      <div>
        <p aria-hidden="true">{onThisPage}</p>
        {list}
      </div>
    </nav>
  );
}
