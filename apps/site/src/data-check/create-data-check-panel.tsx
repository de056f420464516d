import type { Language } from '@redress/contract/language';
import type { DataMessages } from '@redress/datafiles/messages/data-messages';
import { loadDataRules } from '../entries/data-rules.ts';
import type { DataCheckMessages } from '../messages/data-check-en.ts';
import { startWorker } from '../browser/start-worker.ts';
import workerAddress from './check-worker.ts?worker&url';
import { createCheckQueue } from './check-queue.ts';
import { createDataCheck } from './create-data-check.ts';
import { DataPanel } from './data-panel.tsx';
import { DataReview } from './data-review.tsx';
import type { DataRoom } from './data-check-context.ts';
import { loadStyle } from './load-style.ts';
import { SafeView } from './error-boundary.tsx';

export async function createDataRoom(language: Language, formId: string): Promise<DataRoom> {
  const [rules, words, messages] = await Promise.all([
    loadDataRules(formId),
    loadWords(language),
    loadDataCheckMessages(language),
    loadStyle(),
  ]);
  const room = { language, rules, words, messages };
  const queue = createCheckQueue();
  return {
    startCheck: (file) => createDataCheck(file, { rules, language, queue, createWorker }),
    Panel: (props) => (
      <SafeView instead={<p className="hint">{messages.failed.text}</p>}>
        <DataPanel {...props} room={room} />
      </SafeView>
    ),
    Review: (props) => (
      <SafeView instead={null}>
        <DataReview {...props} room={room} />
      </SafeView>
    ),
  };
}

/** A classic worker, made of one file: Firefox runs modules as workers since 2023 only, and Safari since 2021. */
const createWorker = () => startWorker(workerAddress);

async function loadWords(language: Language): Promise<DataMessages> {
  return language === 'es'
    ? (await import('@redress/datafiles/messages/messages-es')).dataMessagesEs
    : (await import('@redress/datafiles/messages/messages-en')).dataMessagesEn;
}

async function loadDataCheckMessages(language: Language): Promise<DataCheckMessages> {
  return language === 'es'
    ? (await import('../messages/data-check-es.ts')).dataCheckEs
    : (await import('../messages/data-check-en.ts')).dataCheckEn;
}
