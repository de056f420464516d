/** Messages of a filed claim and its uploads, which load after SUBMIT. */
export const uploadEn = {
  /** While a claim cannot be submitted. */
  submitRetry: {
    heading: {
      busy: 'Many people are filing right now',
      lost: 'We cannot reach the server right now',
      offline: 'Your device is not connected',
    },
    explanation: {
      busy: 'Your claim is safe on this page. We keep trying to send it. Please keep this page open.',
      lost: 'Your claim is safe on this page. We keep trying to send it. Please keep this page open.',
      offline: 'Your claim is safe on this page. We send it when you are connected again. Please keep this page open.',
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
  uploading: 'We have your claim. Now your documents are on the way. Please keep this page open.',
  incomplete:
    'We have your claim, but not all of your documents. Send them again or remove them, or go on without them.',
  addMore:
    'Your claim is filed, but this page was left before your documents arrived. Add them here, or go on without them.',
  interrupted: 'Not all of your documents have arrived yet:',
  stopped: (name: string, percent: number) =>
    `${name} stopped at ${percent}%. Choose it again, and it goes on from there.`,
  notArrived: (name: string) => `${name} did not arrive. Please choose it again.`,
  /** Of a file that is none of those that stopped. */
  another: (name: string) =>
    `${name} is not the file that stopped: its name, size or date is another. It is sent from its beginning.`,
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
    lost: 'The connection is lost. It goes on by itself.',
    busy: 'The server is busy. It goes on by itself.',
  },
  finalizing: 'Being looked at',
  stored: 'Received',
  failed: 'Not received.',
  lost: 'The connection was lost.',
  retry: 'Retry',
  retryNamed: (name: string) => `Retry ${name}`,
  progress: (name: string) => `Sending ${name}`,
  cancel: 'Do not send',
  cancelNamed: (name: string) => `Do not send ${name}`,
  cancelQuestion: (name: string) => `Stop sending ${name}? We do not get this file then.`,
  /** What screen readers hear now and then. */
  announcements: {
    percent: (name: string, percent: number, left: string) => `${name}: ${percent}% sent${left && `, ${left}`}.`,
    stalled: (name: string, reason: string) => `${name}: ${reason}`,
    stored: (name: string) => `${name} was received.`,
    failed: (name: string) => `${name} did not arrive.`,
  },
};
export type UploadMessages = typeof uploadEn;
