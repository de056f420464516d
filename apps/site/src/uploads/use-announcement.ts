import { useEffect, useRef, useState } from 'react';
import type { ChosenDocument } from './upload-list.ts';
import type { UploadMessages } from '../messages/upload-en.ts';

/**
 * What is read aloud of documents on their way: each quarter of one, when it is held up, and what became of it; not every step. Of several
 * that change at once the last one speaks.
 */
export function useSaid(documents: readonly ChosenDocument[], uploadMessages: UploadMessages): string {
  const [said, setSaid] = useState('');
  const last = useRef(new Map<number, string>());
  useEffect(() => {
    for (const { id, file, state } of documents) {
      const step = stepOf(state);
      const before = last.current.get(id);
      last.current.set(id, step);
      if (step === before || before === undefined) continue;
      const text = say(file.name, state, uploadMessages);
      if (text !== '') setSaid(text);
    }
  }, [documents, uploadMessages]);
  return said;
}

/** The same text as long as there is nothing new to say. */
function stepOf(state: ChosenDocument['state']): string {
  return state.name === 'sending' ? `${Math.floor(state.share * 4)} ${state.held ?? ''}` : state.name;
}

function say(name: string, state: ChosenDocument['state'], uploadMessages: UploadMessages): string {
  switch (state.name) {
    case 'sending': {
      if (state.held) return uploadMessages.announcements.held(name, uploadMessages.held[state.held]);
      const left = state.secondsLeft === undefined ? '' : uploadMessages.timeLeft(state.secondsLeft);
      return uploadMessages.announcements.percent(name, Math.floor(state.share * 100), left);
    }
    case 'stored':
    case 'failed':
      return uploadMessages.announcements[state.name](name);
    default:
      return '';
  }
}
