import type { DataMessages } from '@redress/datafiles/messages/data-messages';
import type { DataRules } from '@redress/datafiles/rules';
import { createContext, useContext } from 'react';
import type { DataCheckMessages } from '../messages/data-check-en.ts';

/** Shared by all views of a data check. */
export interface DataCheckContext {
  readonly rules: DataRules;
  readonly dataMessages: DataMessages;
  readonly messages: DataCheckMessages;
}

const Context = createContext<DataCheckContext | undefined>(undefined);
export const DataCheckContextProvider = Context.Provider;

export function useDataCheckContext(): DataCheckContext {
  const context = useContext(Context);
  if (!context) throw new Error('A view of a data check needs a DataCheckContextProvider.');
  return context;
}
