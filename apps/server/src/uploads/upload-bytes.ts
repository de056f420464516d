import type { AppContext } from '../context.ts';
import type { InEveryLanguage } from '../http/problem-messages.ts';
import { enforceLimit } from '../http/rate-limits.ts';

/** Seconds. A full disk wants a person; trying again at once helps nobody. */
export const retryWhenDiskFull = 300;

const tooMuchToday: InEveryLanguage = {
  en: 'A very large amount of documents has come from your network today. Your claim itself is safe. Please send this one tomorrow or by mail.',
  es: 'Hoy llegó una cantidad muy grande de documentos desde su red. Su reclamo está a salvo. Envíe este mañana o por correo.',
};

/** Counts bytes that an address is about to send, before any of them is read; throws when it has sent more today than any agent does. */
export async function countBytes(
  context: Pick<AppContext, 'countAttempt'>,
  address: string,
  bytes: number,
): Promise<void> {
  // A length that is no number is refused elsewhere.
  const weight = Number.isFinite(bytes) ? Math.max(1, Math.ceil(bytes / 1024 ** 2)) : 1;
  await enforceLimit(context, 'document-megabytes-address', address, { weight, detail: tooMuchToday });
}
