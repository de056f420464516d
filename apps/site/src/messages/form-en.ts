import type { Language } from '@redress/contract/language';

/** Messages of forms in any settlement. A settlement’s own texts are in `content/`. */
export const formEn = {
  /** The language of these messages, for dates. */
  language: 'en' as Language,
  optional: '(optional)',
  choose: 'Choose one',
  sections: 'Sections of this form',
  sectionName: (letter: string) => `Section ${letter}`,
  sectionDone: 'done',
  submit: 'SUBMIT',
  submitting: 'Sending your claim…',
  loggingIn: 'Checking your IDs…',
  close: 'Close',
  /** Renders the form again, for browsers without script. */
  continue: 'Continue',
  /** Shows the answers before SUBMIT, for browsers without script. */
  checkAnswers: 'Check your answers',
  /** For readers of the other language, in theirs. */
  continueElsewhere: { label: 'Continuar en español', language: 'es' as Language },
  /** The label of a field that no person sees. */
  honeypot: 'Leave this field empty',
  /** Stands before the title of a page that came back. */
  titlePrefix: 'Error: ',
  summaryHeading: (count: number) =>
    count === 1 ? '1 answer needs another look' : `${count} answers need another look`,
  summaryMore: (count: number) => `and ${count} more`,
  draftRestored: (taxIds: boolean) =>
    `We kept what you typed earlier. Please add your ${taxIds ? 'tax ID, ' : ''}signature and documents again.`,
  sharedComputer: 'I’m on a shared computer: remove everything',
  logOut: 'Log out',
  clear: 'Clear this form',
  clearHint: 'On a shared computer? Clear what you typed before you leave.',
  clearQuestion: 'Clear everything you typed on this form?',
  save: 'Save and finish later',
  captcha: {
    hint: 'Your device solves a small task. We don’t track you.',
    working: 'Checking… this takes a moment.',
    done: 'Checked. You can submit your claim.',
    failed: 'The check did not work. Please check the box again.',
    insecure: 'The check needs a secure connection (https). Please open this page at its https address.',
  },
  documents: {
    drop: 'Drop files here, or',
    takePhoto: 'Take a photo',
    rules: (types: string, files: number, size: string) => `${types}. Up to ${files} files, ${size} each.`,
    dataRules: (types: string, size: string) => ` Data files (${types}): up to ${size}.`,
    /** What checks data files could not be loaded. */
    checkedLater: 'We could not check your data file here. We check it after you file.',
    dueLater: 'You can submit this form without them.',
    staged: 'These files came with your form. We keep them until you submit it.',
    list: 'Your files',
    remove: 'Remove',
    removeNamed: (name: string) => `Remove ${name}`,
    removed: (name: string) => `${name} was removed.`,
    added: (count: number) => (count === 1 ? '1 file was added.' : `${count} files were added.`),
    rejected: 'Not added:',
  },
  rows: {
    add: (row: string) => `Add another ${row.toLowerCase()}`,
    removeNamed: (row: string) => `Remove ${row}`,
    removed: (row: string, number: number) => `${row} ${number} was removed.`,
    pasted: (rows: number) => (rows === 1 ? '1 row was filled.' : `${rows} rows were filled.`),
    pastedSome: (rows: number, left: number) => `${rows} rows were filled. ${left} did not fit.`,
    notLoaded: 'We could not load this part of the form. Check your connection, then reload this page.',
  },
  filing: {
    numberHeading: 'Your claim is filed',
    number: 'Reference number',
    continue: 'Go on to your confirmation',
    offline:
      'Your device is offline. Nothing was lost: your answers are still here. Connect to the internet, then press SUBMIT again.',
    lost: 'We could not reach the server. Nothing was lost: your answers are still here. Check your connection, then press SUBMIT again.',
    busy: 'Many people are filing right now. Nothing was lost: your answers are still here. Wait a minute, then press SUBMIT again.',
    failed:
      'Something went wrong on our side. Nothing was lost: your answers are still here. Wait a minute, then press SUBMIT again. Your claim counts only once, no matter how often you send it.',
    tooMany: (minutes: number) =>
      `There were too many attempts from your connection. Your answers are still here. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then press SUBMIT again.`,
    tooLarge:
      'What you sent was larger than we can accept, so we could not read it. Please fill in the form again and send fewer or smaller files.',
    notOurs:
      'We could not confirm that this form came from our website, so we did not file it. Your answers are still here. Press SUBMIT to send it again.',
    refused: 'We could not accept the claim. Your answers are still here. Please try again, or call us.',
    conflictHeading: 'You already filed a claim with this form',
    conflict:
      'You already sent this form with different answers, and that claim counts. You can keep it or file another claim.',
    filedHeading: 'You filed a claim with this form',
    filed: (date: string) => `We received it on ${date}.`,
    keep: 'Keep that claim',
    another: 'File another claim',
    see: 'See your confirmation',
    loginFirst: 'Please log in with the IDs on your notice before you file.',
    back: 'Back to the form',
    notSent: 'Your claim has not been sent yet. Your answers are still here. Press SUBMIT to send it.',
    loginAgain: 'Your login has ended. Log in again, and we’ll send your claim. Nothing you typed was lost.',
    loginHere: 'Enter the two IDs from your notice, then press SUBMIT again. Nothing you typed was lost.',
    loginHereAgain:
      'Your login has ended. Enter the two IDs from your notice, then press SUBMIT again. Nothing you typed was lost.',
    loggedIn: (name: string, noticeId: string) => `Logged in: ${name}, Notice ID ${noticeId}`,
    checking: 'Loading the form…',
  },
  /** Before and after a login ends by its time. */
  loginExpiry: {
    question: 'Stay logged in?',
    expiresAt: (time: string) => `Your login ends at ${time}.`,
    nothingLost: 'You won’t lose anything you typed. But after that, you have to log in again before you file.',
    stay: 'Stay logged in',
    letExpire: 'Let it end',
    expired: 'Your login has ended',
    afterExpiry: 'Nothing you typed was lost. When you press SUBMIT, we’ll ask for your IDs again.',
  },
};
export type FormMessages = typeof formEn;
