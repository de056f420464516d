import type { Language } from '@redress/contract/language';

const english = {
  number: 'Reference number',
  received: 'Received on',
  late: 'Your claim came after the deadline. It is marked late.',
  documents: (count: number) =>
    count === 1 ? 'We received 1 document with it.' : `We received ${count} documents with it.`,
  print: 'Print this page',
  none: 'There is no claim to show here',
  noneHint:
    'This page shows your reference number right after you file a claim on this device. If you filed on another device, look for it there, or call us.',
  start: 'File a claim',
  loading: 'Loading your claim…',
};

/** A word that is missing here does not compile. */
const spanish: typeof english = {
  number: 'Número de referencia',
  received: 'Recibido el',
  late: 'Su reclamo llegó después de la fecha límite. Queda marcado como tardío.',
  documents: (count) => (count === 1 ? 'Recibimos 1 documento con él.' : `Recibimos ${count} documentos con él.`),
  print: 'Imprimir esta página',
  none: 'Aquí no hay ningún reclamo que mostrar',
  noneHint:
    'Esta página muestra su número de referencia justo después de presentar un reclamo en este dispositivo. Si lo presentó en otro, búsquelo allí o llámenos.',
  start: 'Presentar un reclamo',
  loading: 'Cargando su reclamo…',
};

/** The words of completion pages, in both languages: they are few, and no other page needs them. */
export const completeWords: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
export type CompleteWords = typeof english;
