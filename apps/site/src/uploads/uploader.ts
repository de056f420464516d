import type { DocumentsItem } from '@redress/forms/definition';
import type { Refused } from '../browser/api-client.ts';
import { offline } from '../browser/api-client.ts';
import type { ChosenDocument, DocumentList, RefusedFile } from './upload-list.ts';
import { goesInPieces, isSameFile } from './upload-list.ts';
import { browserLine, pauseBefore } from '../browser/retry.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import { isReadable } from './is-readable.ts';
import type { PendingDocument } from './pending-uploads.ts';
import { findPending, forgetPending, keepPending, readPending, restartPending } from './pending-uploads.ts';
import { sendWhole } from './whole-upload.ts';
import { askForResult, giveUp, isPassing, loadTus, uploadInPieces } from './resumable-upload.ts';

/** What is left when all was tried: documents that failed, or such as an earlier visit began and that were not chosen again. */
type LeftToSend = 'none' | 'incomplete' | 'missing';

/** Sends the documents of a claim one by one, and knows which of them an earlier visit of this tab left on the way. */
export interface Sender {
  /** Sends all that have not arrived, the small ones first. */
  sendAll(claimNumber: string): Promise<LeftToSend>;
  /** What was not even begun counts as replaced by the files that were chosen since. */
  replaceUnbegun(claimNumber: string): void;
  /** Without this document; what of it has arrived is thrown away. */
  drop(claimNumber: string, document: PendingDocument): void;
  /** What an earlier visit left, as this tab knows it. */
  readLeft(claimNumber: string): readonly PendingDocument[];
  /** Asks the server which of that it has whole by now and leaves it out from then on; gives what it refused. */
  askForLeft(claimNumber: string): Promise<readonly RefusedFile[]>;
}

/** How long a file that does not get through is sent again by itself, in milliseconds; then the claimant is asked. */
const patience = 3 * 60_000;

export function createSender(parts: {
  readonly list: DocumentList;
  readonly item: DocumentsItem;
  readonly resource: string;
  readonly messages: FormMessages;
  readonly uploadMessages: UploadMessages;
}): Sender {
  const { list, item, resource, messages, uploadMessages } = parts;
  const running = new Map<number, AbortController>();

  async function send(document: ChosenDocument, claimNumber: string): Promise<void> {
    const inPieces = goesInPieces(document) && (await canSendInPieces(document));
    const sent = await (inPieces ? sendInPieces(document, claimNumber) : sendAtOnce(document, claimNumber));
    if (sent === undefined) return;
    const { id, file } = document;
    if (sent === 'unreadable') {
      return list.setState(id, { name: 'failed', message: messages.documents.reasons.unreadable, passing: false });
    }
    if (!sent.ok) {
      const passing = isPassing(sent);
      if (!passing) forgetPending(claimNumber, file);
      return list.setState(id, {
        name: 'failed',
        message: sent.fileMessage ?? sent.detail ?? uploadMessages.lost,
        passing,
      });
    }
    forgetPending(claimNumber, file);
    const { answer } = sent;
    if (answer.stored) dropReplaced(claimNumber, file);
    list.setState(id, answer.stored ? { name: 'stored' } : { name: 'failed', message: answer.message, passing: false });
  }

  /** What sends pieces may not load: a file that may also go whole goes so then. */
  async function canSendInPieces({ file }: ChosenDocument): Promise<boolean> {
    return loadTus().then(
      () => true,
      () => file.size > item.maxBytes,
    );
  }

  async function sendInPieces({ id, file, check }: ChosenDocument, claimNumber: string) {
    const control = new AbortController();
    running.set(id, control);
    const began = findPending(claimNumber, file);
    let keptAt = 0;
    list.setState(id, { name: 'sending', share: began?.share ?? 0 });
    try {
      return await uploadInPieces(
        { file, claimNumber, chosen: check?.chosen() },
        began?.url,
        {
          onUrl: (url) => (url === undefined ? restartPending : keepPending)(claimNumber, describe(file, { url })),
          onState(state) {
            list.setState(id, state);
            if (state.name !== 'sending' || Date.now() - keptAt < 1_000) return;
            keptAt = Date.now();
            keepPending(claimNumber, describe(file, { share: state.share }));
          },
        },
        control.signal,
      );
    } catch {
      // Only loading what sends pieces can fail so.
      return offline;
    } finally {
      running.delete(id);
    }
  }

  async function sendAtOnce({ id, file }: ChosenDocument, claimNumber: string) {
    let spent = 0;
    for (let tries = 0; ; tries += 1) {
      list.setState(id, { name: 'sending', share: 0 });
      const sent = await sendWhole(resource, claimNumber, file, (share) =>
        list.setState(id, { name: 'sending', share }),
      );
      if (sent.ok) return sent;
      if (!(await isReadable(file))) return 'unreadable';
      if (!isPassing(sent) || spent > patience) return sent;
      list.setState(id, { name: 'sending', share: 0, held: sent.code === 'offline' ? 'lost' : 'busy' });
      const begun = Date.now();
      await waitBefore(sent, tries);
      spent += Date.now() - begun;
      // Taken off the list meanwhile.
      if (!list.documents().some((document) => document.id === id)) return undefined;
    }
  }

  /** An older state of the same file that had stopped halfway is not waited for. */
  function dropReplaced(claimNumber: string, file: File) {
    for (const older of readPending(claimNumber)) {
      if (older.name !== file.name || isChosen(older)) continue;
      forgetPending(claimNumber, older);
      if (older.url !== undefined) void giveUp(older.url);
    }
  }

  const isChosen = (pending: PendingDocument) => list.documents().some(({ file }) => isSameFile(file, pending));
  const isListed = ({ id }: ChosenDocument) => list.documents().some((document) => document.id === id);

  return {
    async sendAll(claimNumber) {
      const missing = list
        .documents()
        .filter(({ state }) => state.name !== 'stored' && (state.name !== 'failed' || state.passing));
      for (const { id, file, check } of missing) {
        // Its result has been looked at; its memory is wanted for other things.
        check?.stop();
        keepPending(claimNumber, describe(file));
        list.setState(id, { name: 'waiting' });
      }
      const whole = missing.filter((document) => !goesInPieces(document));
      for (const document of [...whole, ...missing.filter(goesInPieces)]) {
        if (isListed(document)) await send(document, claimNumber);
      }
      if (list.documents().some(({ state }) => state.name !== 'stored')) return 'incomplete';
      if (readPending(claimNumber).length === 0) return 'none';
      for (const { id } of list.documents()) list.remove(id);
      return 'missing';
    },
    replaceUnbegun(claimNumber) {
      for (const document of readPending(claimNumber)) {
        if (document.url === undefined && !isChosen(document)) forgetPending(claimNumber, document);
      }
    },
    drop(claimNumber, document) {
      const url = findPending(claimNumber, document)?.url;
      forgetPending(claimNumber, document);
      for (const { id, file } of list.documents()) {
        if (file !== document) continue;
        running.get(id)?.abort();
        list.remove(id);
      }
      if (url !== undefined) void giveUp(url);
    },
    readLeft: readPending,
    async askForLeft(claimNumber) {
      const refused: RefusedFile[] = [];
      for (const document of readPending(claimNumber)) {
        if (document.url === undefined) continue;
        const result = await askForResult(document.url, never);
        if (result === undefined || result === 'arriving') continue;
        if (!result.ok) {
          // The server has thrown it away by now: it begins anew.
          restartPending(claimNumber, document);
          continue;
        }
        forgetPending(claimNumber, document);
        const { answer } = result;
        if (!answer.stored) refused.push({ name: answer.name, message: answer.message });
      }
      return refused;
    },
  };
}

/** Until the time that the server asked for, or the next of ever longer pauses; a line that is back ends the wait for it. */
function waitBefore(refused: Refused, tries: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopListening();
      resolve();
    };
    const timer = setTimeout(end, pauseBefore(refused, tries));
    const stopListening = refused.code === 'offline' ? browserLine.onBack(end) : () => {};
  });
}

/** Of what nobody stops. */
const never = new AbortController().signal;

function describe(
  { name, size, lastModified }: File,
  known: Partial<Pick<PendingDocument, 'share'>> & { readonly url?: string | undefined } = {},
): PendingDocument {
  const { url, share } = known;
  return {
    name,
    size,
    lastModified,
    ...(url === undefined ? {} : { url }),
    ...(share === undefined ? {} : { share }),
  };
}
