/** Messages of a filed claim and its uploads, which load after SUBMIT. */
export const uploadEn = {
  /** Shown while a claim cannot be submitted. */
  submitRetry: {
    heading: {
      busy: 'Many people are filing right now',
      failed: 'Something went wrong on our side',
      lost: 'We cannot reach the server right now',
      offline: 'Your device is not connected',
    },
    explanation: {
      busy: 'Your claim is safe on this page. We will keep trying to send it. Please keep this page open.',
      failed:
        'Nothing was lost: your answers are still on this page. We will keep trying to send your claim, and it counts only once. Please keep this page open.',
      lost: 'Your claim is safe on this page. We will keep trying to send it. Please keep this page open.',
      offline:
        'Your claim is safe on this page. We’ll send it as soon as you are connected again. Please keep this page open.',
    },
    next: (seconds: number) => {
      const minutes = Math.round(seconds / 60);
      if (seconds >= 90) return `Next try in ${minutes} minutes`;
      return seconds === 1 ? 'Next try in 1 second' : `Next try in ${seconds} seconds`;
    },
    trying: 'Trying now…',
    now: 'Try now',
    stop: 'Stop and go back to the form',
  },
  /** Shown if the code that checks data files could not be loaded. */
  checkedLater: 'We could not check your data file here. We will check it after you file.',
  /** Announced once files are checked, and when one is removed. */
  added: (count: number) => (count === 0 ? '' : count === 1 ? '1 file was added.' : `${count} files were added.`),
  removed: (name: string) => `${name} was removed.`,
  /** Heads the list of files that were not added. */
  rejected: (_count: number): string => 'Not added:',
  /** Reasons that a chosen file is not added. */
  reasons: {
    empty: 'The file is empty. Please choose another one.',
    'too-large': (size: string) => `The file is larger than ${size}. Please make it smaller, or mail us a copy.`,
    type: 'We can’t accept this type of file. Save it as one of the types above.',
    'too-many': (files: number) => `You can add up to ${files} files.`,
    twice: 'This file is already in the list.',
    unreadable: 'We can’t read the file. It may have changed since you chose it. Please choose it again.',
  },
  /** Reasons in the file's content. */
  content: {
    type: (extension: string) =>
      `What is inside is not a ${extension} file, or it is damaged. Open it, save it as a PDF and choose the PDF. Or take a photo of it.`,
    password: 'It opens only with a password, so we can’t read it. Save it without the password and choose it again.',
    damaged: 'It is damaged. Open it in the program that made it, save it again and choose that file.',
    macros: 'It contains macros, which are small programs. Save it without macros and choose it again.',
    'too-much-inside': 'It unpacks to more than we can open. Save it again, or save the data as text.',
  },
  photos: {
    thumbnail: (name: string) => `Preview of ${name}`,
    smaller: (from: string, to: string) =>
      `We made this photo smaller, from ${from} to ${to}, so that it sends faster. Text in it stays readable.`,
    original: 'Send the original instead',
  },
  uploading: 'We have your claim, and we are receiving your documents. Please keep this page open until they are here.',
  incomplete: 'We have your claim, but not all of your documents. Send them again, or go on without them.',
  addMore: 'We have your claim, but not all of your documents. Add the others here.',
  /** Shown below the button that leads to the confirmation page. */
  later: 'You can go on now. Your confirmation page lets you send the missing documents later.',
  /** Shown below that button in a browser without storage. */
  stay: 'Please stay on this page until your documents have arrived. If you leave, you can’t send the missing ones here later. Your claim stays filed.',
  stop: 'Stop trying',
  sendAgain: 'Send them again',
  interrupted: 'These documents have not arrived yet:',
  stopped: (name: string, percent: number) =>
    `${name} stopped at ${percent}%. Choose it again, and we will continue from there.`,
  notArrived: (name: string) =>
    `${name} did not arrive. It may have changed since you chose it. Please choose it again.`,
  /** Shown for a file that matches none of the interrupted ones. */
  another: (name: string) =>
    `${name} is a different file: its name, size or date does not match. We will send it from the beginning.`,
  send: 'Send documents',
  waiting: 'Waiting',
  percent: (percent: number) => `${percent}%`,
  timeLeft: (seconds: number) => {
    const minutes = Math.round(seconds / 60);
    if (seconds < 50) return 'less than a minute left';
    if (minutes < 100) return minutes <= 1 ? 'about a minute left' : `about ${minutes} minutes left`;
    return `about ${Math.round(minutes / 60)} hours left`;
  },
  stalled: {
    lost: 'The connection was lost. We will keep trying.',
    busy: 'The server is busy. We will keep trying.',
    failed: 'Something went wrong on our side. We will keep trying.',
    offline: 'Your device is not connected. We will keep trying.',
  },
  finalizing: 'Checking',
  stored: 'Received',
  failed: 'Not received.',
  lost: 'The connection was lost.',
  youStopped: 'You stopped sending it.',
  retry: 'Retry',
  retryNamed: (name: string) => `Retry ${name}`,
  progress: (name: string) => `Sending ${name}`,
  cancel: 'Do not send',
  cancelNamed: (name: string) => `Do not send ${name}`,
  cancelQuestion: (name: string) => `Stop sending ${name}? We will not receive this file.`,
  /** Announced to screen readers from time to time. */
  announcements: {
    percent: (name: string, percent: number, left: string) => `${name}: ${percent}% sent${left && `, ${left}`}.`,
    stalled: (name: string, reason: string) => `${name}: ${reason}`,
    stored: (name: string) => `${name} was received.`,
    failed: (name: string) => `${name} did not arrive.`,
  },
};
export type UploadMessages = typeof uploadEn;
