import { addressSubject } from '../http/rate-limits.ts';
import type { InEveryLanguage } from '../http/problem-messages.ts';
import { ProblemError } from '../http/problem.ts';
import type { AppContext } from '../context.ts';

/** Seconds. A full disk wants a person; trying again at once helps nobody. */
export const retryWhenDiskFull = 300;

const tooMuchToday: InEveryLanguage = {
  en: 'A very large amount of documents has come from your network today. Your claim itself is safe. Please send this one tomorrow or by mail.',
  es: 'Hoy llegó una cantidad muy grande de documentos desde su red. Su reclamo está a salvo. Envíe este mañana o por correo.',
};

/** Counts bytes that an address is about to send, before any of them is read; throws when it has sent more today than any agent does. */
export async function countBytes({ countAttempts, now }: AppContext, address: string, bytes: number): Promise<void> {
  // A length that is no number is refused elsewhere.
  const weight = Number.isFinite(bytes) ? Math.max(1, Math.ceil(bytes / 1024 ** 2)) : 1;
  const subject = addressSubject(address);
  const verdict = await countAttempts([{ limit: 'document-megabytes-address', subject, weight }], now());
  if (verdict.ok) return;
  const { retryAfterSeconds } = verdict;
  throw new ProblemError('too-many-requests', { detail: tooMuchToday }, { retryAfterSeconds });
}
