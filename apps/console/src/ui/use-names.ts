import { shortenFormTitle } from '@redress/contract/console/form-title';
import { useSession } from '../api/use-session.ts';

/** Display names of cases and forms. */
export function useNames() {
  const { cases, forms } = useSession().settlement;
  return {
    caseName: (id: string): string => cases.find((each) => each.id === id)?.caption ?? id,
    formName: (id: string): string => shortenFormTitle(forms.find((each) => each.id === id)?.title ?? id),
  };
}
