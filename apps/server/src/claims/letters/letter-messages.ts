import { formatDay, type Language } from '@redress/contract/language';
import type { LetterMessages } from '@redress/documents/letter';

const english = {
  pdf: {
    date: 'Date',
    reference: 'Reference number',
    letterId: 'Letter ID',
    accessHeading: 'Your letter code',
    access:
      'To see your claim online, go to {statusPage}. Sign in with your ZIP code and the letter code {code}. It works until {until}. Please don’t show it to anyone.',
    page: 'Page {page} of {pages}',
    notPrinted: 'Some characters can’t be printed here and appear as numbers, such as [U+1F600].',
  } satisfies LetterMessages,
  fileName: (printedCode: string) => `letter-${printedCode}.pdf`,
  /** The name in a letter about a claim without one. */
  nameless: 'Claimant',
  outcome: {
    approved: (amount: string) => `We approve your claim, and recognize ${amount} for it.`,
    reduced: (amount: string) => `We accept part of your claim, and recognize ${amount} for it.`,
    denied: 'We can’t accept your claim.',
  },
  mail: {
    statusPage: 'Your claim online',
    automatic: 'Please do not reply to this email. If you did not file this claim, call us.',
  },
};

const spanish: typeof english = {
  pdf: {
    date: 'Fecha',
    reference: 'Número de referencia',
    letterId: 'Número de la carta',
    accessHeading: 'El código de su carta',
    access:
      'Para ver su reclamo por internet, vaya a {statusPage}. Inicie sesión con su código postal y el código de la carta {code}. Sirve hasta el {until}. No se lo muestre a nadie.',
    page: 'Página {page} de {pages}',
    notPrinted: 'Algunos caracteres no se pueden imprimir aquí y aparecen como números, por ejemplo [U+1F600].',
  },
  fileName: (printedCode) => `carta-${printedCode}.pdf`,
  nameless: 'reclamante',
  outcome: {
    approved: (amount) => `Aprobamos su reclamo y reconocemos ${amount} por él.`,
    reduced: (amount) => `Aceptamos una parte de su reclamo y reconocemos ${amount} por ella.`,
    denied: 'No podemos aceptar su reclamo.',
  },
  mail: {
    statusPage: 'Su reclamo por internet',
    automatic: 'No conteste este mensaje. Si usted no presentó este reclamo, llámenos.',
  },
};

/**
 * The messages of letters, the same for every settlement. Templates are in `content/`.
 */
export const letterMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };

/** Formatting a day takes 0.1 ms, three times per letter, and letters share most of their days. */
const formattedDays = new Map<string, string>();
export function formatLetterDay(day: string, language: Language): string {
  const key = `${language} ${day}`;
  const formatted = formattedDays.get(key) ?? formatDay(day, language);
  formattedDays.set(key, formatted);
  return formatted;
}
