import type { Language } from '@redress/contract/language';
import type { DataMessages } from '@redress/datafiles/messages/data-messages';
import { loadDataRules } from '../content-entry/data-rules.ts';
import type { DataCheckMessages } from '../messages/data-check-en.ts';
import { loadStyle } from '../browser/load-style.ts';
import { startWorker } from '../browser/start-worker.ts';
import workerUrl from './check-worker.ts?worker&url';
import { createCheckQueue, createDataCheck } from './data-check.ts';
import { DataPanel } from './data-panel.tsx';
import { DataReview } from './data-review.tsx';
import { type DataCheckContext, DataCheckContextProvider } from './data-check-context.ts';
import type { DataChecker } from './data-checker.ts';
import styleUrl from '../styles/data-check.css?url';
import { Component, type ReactNode } from 'react';

export async function createDataChecker(language: Language, formId: string): Promise<DataChecker> {
  const [rules, dataMessages, messages] = await Promise.all([
    loadDataRules(formId),
    loadDataMessages(language),
    loadDataCheckMessages(language),
    loadStyle(styleUrl),
  ]);
  const context = { rules, dataMessages, messages };
  const queue = createCheckQueue();
  // The worker is one file, because Safari before 2021 and Firefox before 2023 run no module
  // workers.
  const createWorker = () => startWorker(workerUrl);
  return {
    startCheck: (file) => createDataCheck(file, { rules, language, queue, createWorker }),
    Panel: (props) => (
      <DataCheckView context={context} fallback={<p className="hint">{messages.failed.text}</p>}>
        <DataPanel {...props} />
      </DataCheckView>
    ),
    Review: (props) => (
      <DataCheckView context={context} fallback={null}>
        <DataReview {...props} />
      </DataCheckView>
    ),
  };
}

async function loadDataMessages(language: Language): Promise<DataMessages> {
  return HAS_SPANISH && language === 'es'
    ? (await import('@redress/datafiles/messages/messages-es')).dataMessagesEs
    : (await import('@redress/datafiles/messages/messages-en')).dataMessagesEn;
}

async function loadDataCheckMessages(language: Language): Promise<DataCheckMessages> {
  return HAS_SPANISH && language === 'es'
    ? (await import('../messages/data-check-es.ts')).dataCheckEs
    : (await import('../messages/data-check-en.ts')).dataCheckEn;
}

interface ViewProps {
  readonly context: DataCheckContext;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Keeps an error in a view of a check from breaking the form. */
class DataCheckView extends Component<ViewProps> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    const { context, fallback, children } = this.props;
    return this.state.isBroken ? (
      fallback
    ) : (
      <DataCheckContextProvider value={context}>{children}</DataCheckContextProvider>
    );
  }
}
