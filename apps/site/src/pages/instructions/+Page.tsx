import '../../styles/site.css';
import type { ReactNode } from 'react';
import { ProsePage } from '../../prose/prose-page.tsx';
import type { Data } from './+data.ts';

export function Page(props: {
  readonly data: Data;
  /** Rendered at the end of the opening. */
  readonly opening?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { nextPage, ...prose } = props.data;
  const { next } = prose.page;
  return (
    <ProsePage {...prose} opening={props.opening}>
      {next && (
        <p className="next-step">
          <a className="button" href={next.path} aria-describedby="next-page">
            {next.label}
          </a>
          {nextPage && <span id="next-page">{nextPage.title}</span>}
        </p>
      )}
      {props.children}
    </ProsePage>
  );
}
