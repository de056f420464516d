import { StaticIsland } from '../../islands/island.tsx';
import { ReceiptRequestPage } from '../../receipt/receipt-page.tsx';
import '../../styles/form.css';
import type { Data } from './+data.ts';

export function Page({ data }: { readonly data: Data }) {
  return (
    <StaticIsland>
      <ReceiptRequestPage {...data} />
    </StaticIsland>
  );
}
