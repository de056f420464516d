import type { Language } from '@redress/contract/language';

const english = {
  number: 'Reference number',
  received: 'Received on',
  late: 'Your claim came after the deadline. It is marked late.',
  documents: (count: number) =>
    count === 1 ? 'We received 1 document with it.' : `We received ${count} documents with it.`,
  missing: 'Your claim is filed, but not all of your documents have arrived.',
  sendMissing: 'Send the missing documents',
  dataFiles: 'Your files',
  checking: (files: number) =>
    files === 1
      ? 'We are checking 1 file. You need not wait: your claim is safe.'
      : `We are checking ${files} files. You need not wait: your claim is safe.`,
  checked: 'The check of your files is done.',
  faulty: (faulty: number, files: number) => {
    if (files === 1) return 'It needs another look.';
    return faulty === 1 ? `1 of ${files} needs another look.` : `${faulty} of ${files} need another look.`;
  },
  gaveUp: 'The check takes longer than usual. Your receipt will say what came of it. Open it later on this device.',
  reload: 'Reload this page in a moment to see what came of it.',
  together: 'Your files and your claim',
  print: 'Print this page',
  none: 'There is no claim to show here',
  noneHint:
    'This page shows your reference number right after you file a claim on this device. If you filed on another device, look for it there, or call us.',
  start: 'File a claim',
  loading: 'Loading your claim…',
};

const spanish: typeof english = {
  number: 'Número de referencia',
  received: 'Recibido el',
  late: 'Su reclamo llegó después de la fecha límite. Queda marcado como tardío.',
  documents: (count) => (count === 1 ? 'Recibimos 1 documento con él.' : `Recibimos ${count} documentos con él.`),
  missing: 'Su reclamo quedó presentado, pero todavía no llegaron todos sus documentos.',
  sendMissing: 'Enviar los documentos que faltan',
  dataFiles: 'Sus archivos',
  checking: (files) =>
    files === 1
      ? 'Estamos revisando 1 archivo. No tiene que esperar: su reclamo está a salvo.'
      : `Estamos revisando ${files} archivos. No tiene que esperar: su reclamo está a salvo.`,
  checked: 'La revisión de sus archivos ha terminado.',
  faulty: (faulty, files) =>
    files === 1 ? 'Hay que volver a mirarlo.' : `Hay que volver a mirar ${faulty} de ${files}.`,
  gaveUp: 'La revisión tarda más de lo normal. Su recibo dirá el resultado. Ábralo más tarde en este dispositivo.',
  reload: 'Vuelva a cargar esta página en un momento para ver el resultado.',
  together: 'Sus archivos y su reclamo',
  print: 'Imprimir esta página',
  none: 'Aquí no hay ningún reclamo que mostrar',
  noneHint:
    'Esta página muestra su número de referencia justo después de presentar un reclamo en este dispositivo. Si lo presentó en otro, búsquelo allí o llámenos.',
  start: 'Presentar un reclamo',
  loading: 'Cargando su reclamo…',
};

/** Few, and only completion pages need them: both languages load together. */
export const completionMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
export type CompletionMessages = typeof english;
