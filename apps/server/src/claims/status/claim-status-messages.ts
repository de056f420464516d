import type { Language } from '@redress/contract/language';

const english = {
  late: (deadline: string) => `We received your claim after the deadline, which was ${deadline}. It is marked late.`,
  noneArrived: (announced: number) =>
    announced === 1
      ? 'You chose 1 document, and we have not received it. If you still want us to have it, mail us a copy.'
      : `You chose ${announced} documents, and we have not received them. If you still want us to have them, mail us copies.`,
  someArrived: (stored: number, announced: number) =>
    `You chose ${announced} documents, and we have received ${stored}. Identical files count once. If one is missing, mail us a copy.`,
  sending: {
    byDeadline: (deadline: string, reference: string) =>
      `Mail copies to this address so that they are postmarked by ${deadline}. Write ${reference} on every page. Do not send documents by email.`,
    afterDeadline: (reference: string) =>
      `The deadline has passed, so please mail copies to this address as soon as you can. Write ${reference} on every page. Do not send documents by email.`,
  },
  receipt: {
    queued: (address: string) =>
      `We’re emailing your receipt to ${address}. If it doesn’t arrive in a few minutes, look in your spam folder.`,
    sent: (address: string) => `We emailed your receipt to ${address}. If you don’t see it, look in your spam folder.`,
    refused: (address: string) =>
      `We tried to email your receipt to ${address}, but that mailbox refused it. Save the receipt from this page, and call us to correct the address.`,
    noEmail:
      'You gave no email address, so we can’t email you a receipt. Save the receipt from this page or print the page.',
  },
};

const spanish: typeof english = {
  late: (deadline) =>
    `Recibimos su reclamo después de la fecha límite, que fue el ${deadline}. Está marcado como tardío.`,
  noneArrived: (announced) =>
    announced === 1
      ? 'Usted eligió 1 documento y no lo hemos recibido. Si todavía quiere que lo tengamos, envíenos una copia por correo postal.'
      : `Usted eligió ${announced} documentos y no los hemos recibido. Si todavía quiere que los tengamos, envíenos copias por correo postal.`,
  someArrived: (stored, announced) =>
    `Usted eligió ${announced} documentos y recibimos ${stored}. Los archivos idénticos cuentan una sola vez. Si falta alguno, envíenos una copia por correo postal.`,
  sending: {
    byDeadline: (deadline, reference) =>
      `Envíe copias por correo postal a esta dirección. El matasellos (el sello con la fecha) debe ser del ${deadline} o anterior. Escriba ${reference} en cada página. No envíe documentos por correo electrónico.`,
    afterDeadline: (reference) =>
      `La fecha límite ya pasó. Envíe copias por correo postal a esta dirección lo antes posible. Escriba ${reference} en cada página. No envíe documentos por correo electrónico.`,
  },
  receipt: {
    queued: (address) =>
      `Le estamos enviando su recibo por correo electrónico a ${address}. Puede tardar unos minutos. Si no lo ve, busque en su carpeta de correo no deseado.`,
    sent: (address) =>
      `Le enviamos su recibo por correo electrónico a ${address}. Si no lo ve, busque en su carpeta de correo no deseado.`,
    refused: (address) =>
      `Intentamos enviar su recibo por correo electrónico a ${address}, pero ese buzón no lo aceptó. Guarde el recibo desde esta página y llámenos para corregir la dirección.`,
    noEmail:
      'Usted no dio un correo electrónico, así que no podemos enviarle un recibo. Guarde el recibo desde esta página o imprima la página.',
  },
};

/** The messages of the completion page and the receipt, the same for every settlement. */
export const claimStatusMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
