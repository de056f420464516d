import type { Language } from '@redress/contract/language';

const english = {
  lead: 'Already filed? Enter these two things to see your claim and its receipt.',
  reference: 'Reference number',
  referenceHint: 'It ends in 10 digits. It is in the email that we sent you when you filed.',
  proof: 'Last name or ZIP code',
  proofHint: 'As you gave it on the claim form. For a company, enter its full name or its ZIP code.',
  button: 'Open my claim',
  unlock: 'For your privacy, this page shows your claim only right after you file it.',
  unlockHint: 'To open it again, enter your last name or ZIP code.',
  missing: { reference: 'Enter your reference number', proof: 'Enter your last name or your ZIP code' },
  notFoundTitle: 'We found no claim with these details',
  notFound:
    'Check the reference number, and enter the name or ZIP code exactly as you gave it on the form. If you moved, use your old ZIP code.',
  expired: 'Some time has passed since you filed. For your privacy, please enter your last name or ZIP code.',
  tooMany: (minutes: number) =>
    `There have been too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
  unavailable: 'We can’t look up claims right now. Please wait a minute, then try again.',
  notOurs: 'We could not confirm that this request came from our website. Please press the button again.',
  seeStatus: 'See where your claim is',
  helpTitle: 'No reference number?',
  help: 'If you gave us an email address, we emailed you your receipt. Check your spam folder, too. If you can’t find it, call us:',
};

const spanish: typeof english = {
  lead: '¿Ya presentó su reclamo? Escriba dos datos y le mostraremos su reclamo con su recibo.',
  reference: 'Número de referencia',
  referenceHint: 'Termina en 10 dígitos. Está en el correo electrónico que le enviamos cuando presentó el reclamo.',
  proof: 'Apellido o código postal (ZIP)',
  proofHint: 'Tal como lo escribió en el formulario. Si es una empresa, escriba su nombre completo o su código postal.',
  button: 'Ver mi reclamo',
  unlock: 'Para proteger su privacidad, esta página muestra su reclamo solo en el momento de presentarlo.',
  unlockHint: 'Para verlo otra vez, escriba su apellido o su código postal (ZIP).',
  missing: { reference: 'Escriba su número de referencia', proof: 'Escriba su apellido o su código postal (ZIP)' },
  notFoundTitle: 'No encontramos ningún reclamo con estos datos',
  notFound:
    'Revise el número de referencia y escriba el nombre o el código postal tal como los puso en el formulario. Si se mudó, use su código postal anterior.',
  expired:
    'Para proteger su privacidad, ahora le pedimos su apellido o su código postal (ZIP). Ya pasó un tiempo desde que presentó el reclamo.',
  tooMany: (minutes) =>
    `Hubo demasiados intentos. Espere ${minutes === 1 ? 'un minuto' : `${minutes} minutos`} e inténtelo otra vez.`,
  unavailable: 'En este momento no podemos buscar reclamos. Espere un minuto e inténtelo otra vez.',
  notOurs: 'No pudimos confirmar que esta solicitud viniera de nuestro sitio web. Oprima el botón otra vez.',
  seeStatus: 'Vea en qué paso está su reclamo',
  helpTitle: '¿No tiene el número de referencia?',
  help: 'Si nos dio un correo electrónico, le enviamos el recibo. Revise también la carpeta de correo no deseado. Si no lo encuentra, llámenos:',
};

/** Shown without JavaScript: both languages load together. */
export const receiptRequestMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
export type ReceiptRequestMessages = typeof english;
