import { Island } from '../../frame/island.tsx';
import '../../look/form.css';
import type { Data } from './+data.ts';

export function Page({ data: { island, drawn } }: { readonly data: Data }) {
  return <Island data={island}>{drawn}</Island>;
}
