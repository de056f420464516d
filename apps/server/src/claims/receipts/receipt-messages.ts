import type { Language } from '@redress/contract/language';
import type { ReceiptMessages } from '@redress/documents/receipt';

const english = {
  pdf: {
    reference: 'Reference number',
    received: 'Received on',
    form: 'Form',
    due: 'What we still need from you',
    next: 'What happens next',
    section: 'Section {letter}',
    noAnswer: '(no answer)',
    dataFiles: 'Check of your files',
    documents: 'Documents received',
    documentsHint:
      'The long number is the fingerprint (SHA-256) of the file as you sent it. It proves which file we received.',
    documentColumns: ['Document', 'Size', 'SHA-256'],
    page: 'Page {page} of {pages}',
    notPrinted:
      'Some characters can’t be printed here and appear as numbers, such as [U+1F600]. Your claim keeps them as you typed them.',
  } satisfies ReceiptMessages,
  referenceUse: (statusPage: string) => `for “${statusPage}” on our website`,
  fileName: (reference: string) => `receipt-${reference}.pdf`,
  documents: {
    none: (moment: string) => `We had received no documents for this claim on ${moment}, when this receipt was made.`,
    someMissing: (stored: number, announced: number, moment: string) =>
      `You said you would send ${announced} documents. On ${moment}, when this receipt was made, we had ${stored} of them.`,
    renamed: (given: string, name: string) =>
      `You sent ${given}. We keep it as ${name}, which says what kind of file it is.`,
  },
  mail: {
    greeting: (name: string) => `Dear ${name},`,
    greetingWithoutName: 'Hello,',
    received: (settlement: string) => `We received your claim in the ${settlement}.`,
    findings: 'The attached PDF says what to check in your files.',
    attached: 'Your receipt is attached as a PDF. It lists what you told us. Please keep it.',
    alreadySent: 'If you already sent it, there is nothing more to do.',
    website: 'Website',
    receiptPage: 'Your receipt online',
    statusPage: 'Where your claim is',
    phone: 'Phone',
    automatic: 'This is an automated message. Please do not reply; call us with questions.',
    notYou: 'If you did not file this claim, please call us.',
  },
};

const spanish: typeof english = {
  pdf: {
    reference: 'Número de referencia',
    received: 'Recibido el',
    form: 'Formulario',
    due: 'Lo que todavía necesitamos de usted',
    next: 'Qué sigue',
    section: 'Sección {letter}',
    noAnswer: '(sin respuesta)',
    dataFiles: 'Revisión de sus archivos',
    documents: 'Documentos recibidos',
    documentsHint:
      'El número largo es la huella digital (SHA-256) del archivo tal como usted lo envió. Demuestra qué archivo recibimos.',
    documentColumns: ['Documento', 'Tamaño', 'SHA-256'],
    page: 'Página {page} de {pages}',
    notPrinted:
      'Algunos caracteres no se pueden imprimir aquí y aparecen como números, por ejemplo [U+1F600]. Su reclamo los guarda como usted los escribió.',
  },
  referenceUse: (statusPage) => `para “${statusPage}” en nuestro sitio web`,
  fileName: (reference) => `recibo-${reference}.pdf`,
  documents: {
    none: (moment) =>
      `Cuando se hizo este recibo, el ${moment}, no habíamos recibido ningún documento para este reclamo.`,
    someMissing: (stored, announced, moment) =>
      `Usted dijo que enviaría ${announced} documentos. Cuando se hizo este recibo, el ${moment}, teníamos ${stored} de ellos.`,
    renamed: (given, name) =>
      `Usted envió ${given}. Lo guardamos como ${name}, un nombre que indica qué tipo de archivo es.`,
  },
  mail: {
    greeting: (name) => `Hola, ${name}:`,
    greetingWithoutName: 'Hola:',
    received: (settlement) => `Recibimos su reclamo en el ${settlement}.`,
    findings: 'El PDF adjunto dice qué revisar en sus archivos.',
    attached: 'Su recibo va adjunto como PDF. Muestra lo que usted nos dijo. Guárdelo.',
    alreadySent: '¿Ya lo envió? Entonces no tiene que hacer nada más.',
    website: 'Sitio web',
    receiptPage: 'Su recibo en internet',
    statusPage: 'En qué paso está su reclamo',
    phone: 'Teléfono',
    automatic: 'Este mensaje se envió automáticamente. No lo conteste. Si tiene preguntas, llámenos.',
    notYou: 'Si usted no presentó este reclamo, llámenos.',
  },
};

/**
 * The messages of receipts, the same for every settlement. Those of a settlement are in `content/`.
 */
export const receiptMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
