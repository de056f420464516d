import type { DataCheckState } from './data-check.ts';
import type { RoomParts } from './data-check-parts.ts';
import { verdictOf } from './verdict.ts';

/** What a screen reader is told of a check: each quarter of the way and what came of it, not each tick. */
export function sayChange(file: string, state: DataCheckState, speech: Pick<RoomParts, 'messages' | 'words'>): string {
  const { messages, words } = speech;
  switch (state.name) {
    case 'checking': {
      const { bytesRead = 0, bytes = 0 } = state.progress ?? {};
      const quarter = bytes > 0 ? Math.floor((bytesRead / bytes) * 4) / 4 : 0;
      return quarter === 0 || quarter >= 1 ? '' : messages.checking.said(file, messages.share(quarter));
    }
    case 'stopped':
      return messages.stopped.text;
    case 'failed':
      return messages.failed.text;
    case 'checked':
      switch (state.result.outcome) {
        case 'checked':
          return `${file}: ${verdictOf(state.result.report, speech).sentences.join(' ')}`;
        case 'no-data':
          return `${file}: ${messages.noData.heading}`;
        case 'unreadable':
          return `${file}: ${messages.unreadable.heading} ${words.unreadable[state.result.reason]}`;
      }
  }
}
