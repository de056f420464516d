import { FormKeyField } from '../../no-script/no-script-form.tsx';
import type { Data } from './+data.ts';

export function AfterFooter({ data }: { readonly data: Data }) {
  return data.island.filing !== 'closed' && <FormKeyField />;
}
