import { Island } from '../../layout/island.tsx';
import { CompleteIsland } from '../../completion/complete-island.tsx';
import '../../styles/form.css';
import type { Data } from './+data.ts';

export function Page({ data }: { readonly data: Data }) {
  return (
    <Island data={data}>
      <CompleteIsland {...data} />
    </Island>
  );
}
