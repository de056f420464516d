import type { Language } from '@redress/contract/language';

const english = {
  number: 'Reference number',
  copy: 'Copy number',
  copied: 'Copied',
  selected: 'The number is selected. Copy it with your device.',
  filed: (settlement: string) => `Your claim in the ${settlement} is filed.`,
  received: 'Received on',
  due: 'What we still need from you',
  next: 'What happens next',
  documents: (count: number) =>
    count === 1 ? 'We received 1 document with your claim.' : `We received ${count} documents with your claim.`,
  missing: 'Your claim is filed, but not all of your documents have arrived.',
  sendMissing: 'Send the missing documents',
  dataFiles: 'Your files',
  checking: (files: number) =>
    files === 1
      ? 'We are checking 1 file. You don’t need to wait: your claim is safe.'
      : `We are checking ${files} files. You don’t need to wait: your claim is safe.`,
  checked: (files: number): string => (files === 1 ? 'We have checked your file.' : 'We have checked your files.'),
  faulty: (faulty: number, files: number) => {
    if (files === 1) return 'It needs another look.';
    return faulty === 1 ? `1 of ${files} needs another look.` : `${faulty} of ${files} need another look.`;
  },
  gaveUp: 'The check takes longer than usual. Your receipt will have the result. Open it later on this device.',
  /** A button for browsers without JavaScript. */
  reload: 'See if the check is done',
  together: 'Your files and your claim',
  seeStatus: 'Later: claim status',
  print: 'Print this page',
  none: 'There is no claim to show here',
  noneHint:
    'This page shows your reference number right after you file a claim on this device. If you filed on another device, look for it there, or call us.',
  getReceipt: 'Already filed? Get your receipt',
  start: 'File a claim',
  sharedComputer: 'I’m on a shared computer: remove everything',
  loggedIn: (name: string) => `You are logged in as ${name}.`,
  logOut: 'Log out',
  /** Shown if the script fails. */
  failed: 'We could not show this page. Please reload it, or call us.',
  loading: 'Loading your claim…',
};

const spanish: typeof english = {
  number: 'Número de referencia',
  copy: 'Copiar el número',
  copied: 'Copiado',
  selected: 'El número está seleccionado. Cópielo con su dispositivo.',
  filed: (settlement) => `Su reclamo en el ${settlement} quedó presentado.`,
  received: 'Recibido el',
  due: 'Lo que todavía necesitamos de usted',
  next: 'Qué sigue',
  documents: (count) =>
    count === 1 ? 'Recibimos 1 documento con su reclamo.' : `Recibimos ${count} documentos con su reclamo.`,
  missing: 'Su reclamo quedó presentado, pero todavía no llegaron todos sus documentos.',
  sendMissing: 'Enviar los documentos que faltan',
  dataFiles: 'Sus archivos',
  checking: (files) =>
    files === 1
      ? 'Estamos revisando 1 archivo. No tiene que esperar: su reclamo está a salvo.'
      : `Estamos revisando ${files} archivos. No tiene que esperar: su reclamo está a salvo.`,
  checked: (files) => `La revisión de ${files === 1 ? 'su archivo' : 'sus archivos'} ha terminado.`,
  faulty: (faulty, files) =>
    files === 1
      ? 'Tiene algo que corregir.'
      : `${faulty} de ${files} ${faulty === 1 ? 'tiene' : 'tienen'} algo que corregir.`,
  gaveUp: 'La revisión tarda más de lo normal. Su recibo dirá el resultado. Ábralo más tarde en este dispositivo.',
  reload: 'Ver si la revisión ya terminó',
  together: 'Sus archivos y su reclamo',
  seeStatus: 'Más adelante: estado del reclamo',
  print: 'Imprimir esta página',
  none: 'Aquí no hay ningún reclamo que mostrar',
  noneHint:
    'Esta página muestra su número de referencia justo después de presentar un reclamo en este dispositivo. Si lo presentó en otro, búsquelo allí o llámenos.',
  getReceipt: '¿Ya presentó su reclamo? Obtenga su recibo',
  start: 'Presentar un reclamo',
  sharedComputer: 'Uso una computadora compartida: borrar mis datos',
  loggedIn: (name) => `Inició sesión como ${name}.`,
  logOut: 'Cerrar sesión',
  failed: 'No pudimos mostrar esta página. Cárguela otra vez o llámenos.',
  loading: 'Cargando su reclamo…',
};

/**
 * Both languages load together, because the messages are few and only completion pages need them.
 */
export const completionMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
export type CompletionMessages = typeof english;
