import type { Language } from '@redress/contract/language';

/** Messages of forms in any settlement. A settlement’s own wording is in `content/`. */
export const formEn = {
  /** The language of these messages, for dates. */
  language: 'en' as Language,
  optional: '(optional)',
  choose: 'Choose one',
  sections: 'Sections of this form',
  sectionName: (letter: string) => `Section ${letter}`,
  /** For example, “Section 2 of 5”. */
  place: (number: number, count: number) => `${number} of ${count}`,
  sectionDone: 'done',
  sectionToFix: 'needs another look',
  submit: 'SUBMIT',
  submitting: 'Sending your claim…',
  /** Renders the form again, for browsers without JavaScript. */
  continue: 'Continue',
  /** Shows the answers before SUBMIT, for browsers without JavaScript. */
  fillInMailed: 'Fill in the name and address of my notice',
  checkAnswers: 'Check your answers',
  /** The label of a field that is hidden from people. */
  honeypot: 'Leave this field empty',
  /** Precedes the title of a page that the server sent back. */
  titlePrefix: 'Error: ',
  summaryHeading: (count: number) =>
    count === 1 ? '1 answer needs another look' : `${count} answers need another look`,
  summaryMore: (count: number) => `and ${count} more`,
  sharedComputer: 'I’m on a shared computer: remove everything',
  logOut: 'Log out',
  clear: 'Clear this form',
  clearQuestion: 'Clear everything you typed on this form?',
  captcha: {
    hint: 'Your device solves a small task.',
    working: 'Checking… this takes a moment.',
    done: 'Checked. You can submit your claim.',
    failed: 'The check did not work. Please check the box again.',
  },
  documents: {
    drop: 'Drop files here, or',
    takePhoto: 'Take a photo',
    rules: (types: string, files: number, size: string) => `${types}. Up to ${files} files, ${size} each.`,
    dataRules: (types: string, size: string) => ` Data files (${types}): up to ${size}.`,
    dueLater: 'You can submit this form without them.',
    remove: 'Remove',
  },
  rows: {
    add: (row: string) => `Add another ${row.toLowerCase()}`,
    removeNamed: (row: string) => `Remove ${row}`,
    removed: (row: string, number: number) => `${row} ${number} was removed.`,
    pasted: (rows: number) => (rows === 1 ? '1 row was filled.' : `${rows} rows were filled.`),
    omitted: (rows: number) => ` ${rows} did not fit.`,
    notLoaded: 'This part of the form did not load. Check your connection, then reload this page.',
  },
  filing: {
    numberHeading: 'Your claim is filed',
    continue: 'Go on to your confirmation',
    lost: 'We could not reach the server. Nothing was lost: your answers are still here. Check your connection, then press SUBMIT again.',
    loginFirst: 'Please log in with the IDs on your notice before you file.',
    loggedIn: (name: string, noticeId: string) => `Logged in: ${name}, Notice ID ${noticeId}`,
  },
};
export type FormMessages = typeof formEn;
