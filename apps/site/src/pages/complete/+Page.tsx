import { Island } from '../../frame/island.tsx';
import { CompleteIsland } from '../../islands/complete-island.tsx';
import '../../look/form.css';
import type { Data } from './+data.ts';

export function Page({ data }: { readonly data: Data }) {
  return (
    <Island data={data}>
      <CompleteIsland {...data} />
    </Island>
  );
}
