import { Island } from '../../islands/island.tsx';
import { LogOutIsland } from '../../shared-computer/log-out-island.tsx';
import '../../styles/form.css';
import type { Data } from './+data.ts';

export function Page({ data }: { readonly data: Data }) {
  return (
    <Island data={data}>
      <LogOutIsland {...data} />
    </Island>
  );
}
