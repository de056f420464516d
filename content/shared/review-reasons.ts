import type { ReviewReason } from '@redress/contract/review-rules';

/** Reasons for decisions that fit any settlement, in the order of their digits on the keyboard. */
export const generalReasons: readonly ReviewReason[] = [
  {
    id: 'not-documented',
    outcome: 'reduce',
    label: 'Part of the amount is not documented',
    text: {
      en: 'We can accept only the part of your amount that your documents show.',
      es: 'Solo podemos aceptar la parte de la cantidad que muestran sus documentos.',
    },
  },
  {
    id: 'outside-period',
    outcome: 'reduce',
    label: 'Part of the claim is outside the class period',
    text: {
      en: 'Part of your claim is about days that this settlement does not cover.',
      es: 'Parte de su reclamo corresponde a fechas que este acuerdo no cubre.',
    },
  },
  {
    id: 'counted-elsewhere',
    outcome: 'reduce',
    label: 'Part of the amount is counted in another claim',
    text: {
      en: 'Part of your amount is already counted in another claim.',
      es: 'Parte de la cantidad que reclama ya está contada en otro reclamo.',
    },
  },
  {
    id: 'documents-missing',
    outcome: 'deficient',
    label: 'Documents are missing',
    text: {
      en: 'Please send documents that show what you claim, such as receipts, bills or statements.',
      es: 'Envíe documentos que muestren lo que reclama, como recibos, facturas o estados de cuenta.',
    },
  },
  {
    id: 'documents-unreadable',
    outcome: 'deficient',
    label: 'Documents cannot be read',
    text: {
      en: 'We cannot read your documents. Please send them again, as clear pictures or PDF files.',
      es: 'No podemos leer sus documentos. Envíelos otra vez, en fotos claras o en archivos PDF.',
    },
  },
  {
    id: 'documents-do-not-match',
    outcome: 'deficient',
    label: 'Documents do not match the claim',
    text: {
      en: 'Your documents do not match your claim. Please send documents with your name and the amounts that you claim.',
      es: 'Sus documentos no coinciden con su reclamo. Envíe documentos con su nombre y las cantidades que reclama.',
    },
  },
  {
    id: 'authority-missing',
    outcome: 'deficient',
    label: 'Proof of authority of the representative or agent is missing',
    text: {
      en: 'Please send proof that you may file for this person or company, such as a power of attorney.',
      es: 'Envíe un comprobante de que puede reclamar por esta persona o empresa, como un poder notarial.',
    },
  },
  {
    id: 'signature-missing',
    outcome: 'deficient',
    label: 'The signature is not the claimant’s',
    text: {
      en: 'The claim is not signed with your name. Please print the claim form from our website, sign it, and send it to us.',
      es: 'El reclamo no está firmado con su nombre. Imprima el formulario de reclamo de nuestro sitio web, fírmelo y envíelo.',
    },
  },
  {
    id: 'not-a-class-member',
    outcome: 'deny',
    label: 'Not a class member',
    text: {
      en: 'Your answers or documents show that this settlement does not cover you.',
      es: 'Sus respuestas o documentos muestran que usted no está incluido en este acuerdo.',
    },
  },
  {
    id: 'repeated-claim',
    outcome: 'deny',
    isDuplicate: true,
    label: 'The same claim was filed twice',
    text: {
      en: 'You filed another claim for the same losses or purchases. That claim counts, and this one does not.',
      es: 'Usted presentó otro reclamo por las mismas pérdidas o compras. Ese reclamo cuenta y este no.',
    },
  },
  {
    id: 'excluded',
    outcome: 'deny',
    label: 'Asked to be excluded from the class',
    text: {
      en: 'You asked to be excluded from this settlement.',
      es: 'Usted pidió excluirse de este acuerdo.',
    },
  },
  {
    id: 'late',
    outcome: 'deny',
    when: 'late',
    label: 'Filed after the deadline, and the court does not accept late claims',
    text: {
      en: 'Your claim arrived after the deadline, and the court does not accept late claims.',
      es: 'Su reclamo llegó después de la fecha límite y el tribunal no acepta reclamos tardíos.',
    },
  },
  {
    id: 'not-cured',
    outcome: 'deny',
    when: 'uncured',
    label: 'A deficiency was not cured in time',
    text: {
      en: 'We asked you for more information. It did not arrive by the date in our letter.',
      es: 'Le pedimos más información. No llegó dentro del plazo que indicaba nuestra carta.',
    },
  },
  {
    id: 'fraud',
    outcome: 'deny',
    label: 'Fraudulent',
    isFraud: true,
    text: {
      en: 'We could not confirm that this claim is real.',
      es: 'No pudimos confirmar que este reclamo sea real.',
    },
  },
];
