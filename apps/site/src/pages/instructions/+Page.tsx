import '../../styles/site.css';
import { ProsePage } from '../../prose/prose-page.tsx';
import type { Data } from './+data.ts';

export function Page({ data: { nextPage, ...prose } }: { readonly data: Data }) {
  const { next } = prose.page;
  return (
    <ProsePage {...prose}>
      {next && (
        <p className="next-step">
          <a className="button" href={next.path} aria-describedby="next-page">
            {next.label}
          </a>
          {nextPage && <span id="next-page">{nextPage.title}</span>}
        </p>
      )}
    </ProsePage>
  );
}
