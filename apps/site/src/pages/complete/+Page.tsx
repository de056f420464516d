import { Island } from '../../islands/island.tsx';
import { CompletionIsland } from '../../completion/completion-island.tsx';
import '../../styles/form.css';
import type { Data } from './+data.ts';

export function Page({ data }: { readonly data: Data }) {
  return (
    <Island data={data}>
      <CompletionIsland {...data} />
    </Island>
  );
}
