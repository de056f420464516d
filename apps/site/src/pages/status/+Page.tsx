import { StaticIsland } from '../../islands/island.tsx';
import { StatusPage } from '../../status/status-page.tsx';
import '../../styles/status.css';
import type { Data } from './+data.ts';

export function Page({ data }: { readonly data: Data }) {
  return (
    <StaticIsland>
      <StatusPage {...data} />
    </StaticIsland>
  );
}
