import type { ReviewRules } from '@redress/contract/review-rules';
import { facts } from './facts.ts';
import { consumerV1 } from './forms/consumer.v1.ts';
import { individualV1 } from './forms/individual.v1.ts';
import { tppV2 } from './forms/tpp.v2.ts';

const { savingsClub } = facts;
type Range = (typeof savingsClub.outOfPocketRanges)[number];

/** The limits of each range on the individual form, in dollars. */
const ranges = {
  '$1-$500': { from: 1, to: 500 },
  '$501-$1,000': { from: 501, to: 1_000 },
  '$1,001-$5,000': { from: 1_001, to: 5_000 },
  '$5,001-$9,999': { from: 5_001, to: 9_999 },
  '$10,000 or more': { from: 10_000 },
} as const satisfies Readonly<Record<Range, { readonly from: number; readonly to?: number }>>;

/** The rules for decisions. Reasons have the order of their digits on the keyboard. */
export const review: ReviewRules = {
  secondPersonFrom: 10_000,
  highValueFrom: 10_000,
  recognized: {
    [consumerV1.id]: { rule: 'claimed', pool: 'consumers' },
    [tppV2.id]: { rule: 'claimed', pool: 'third-party-payors' },
    [individualV1.id]: {
      rule: 'range',
      field: 'outOfpocketExpensePaid',
      ranges,
      suggest: 'middle',
      pool: 'savings-club',
    },
  },
  reasons: [
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
      label: 'Some purchases are outside the class period or the class states',
      text: {
        en: 'Some of your purchases were made outside the dates or the states of this settlement.',
        es: 'Algunas de sus compras se hicieron fuera de las fechas o de los estados de este acuerdo.',
      },
    },
    {
      id: 'other-drug',
      outcome: 'reduce',
      label: 'Some purchases are of another drug',
      forms: [consumerV1.id, tppV2.id],
      text: {
        en: 'Some of your purchases are of a drug that this settlement does not cover.',
        es: 'Algunas de sus compras son de un medicamento que este acuerdo no cubre.',
      },
    },
    {
      id: 'paid-by-insurance',
      outcome: 'reduce',
      label: 'Part of the amount was paid by insurance or another payor',
      text: {
        en: 'Part of your amount was paid by someone else. We can accept only what you paid yourself.',
        es: 'Otra persona o un seguro pagó parte de la cantidad que reclama. Solo podemos aceptar lo que usted pagó.',
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
        en: 'Please send proof of what you paid: pharmacy receipts, a print-out from your pharmacy, or statements from your insurance.',
        es: 'Envíe comprobantes de lo que pagó: recibos de la farmacia, un historial de su farmacia o estados de cuenta de su seguro.',
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
        en: 'Your documents do not match your claim. Please send documents with your name and what you paid.',
        es: 'Sus documentos no coinciden con su reclamo. Envíe documentos con su nombre y lo que pagó.',
      },
    },
    {
      id: 'data-errors',
      outcome: 'deficient',
      label: 'The data file has errors',
      forms: [tppV2.id],
      text: {
        en: 'Your data file has errors. Your receipt on our website lists them. Please correct these rows and send the file again.',
        es: 'Su archivo de datos tiene errores. Su recibo en nuestro sitio web los muestra. Corrija esas filas y envíe el archivo otra vez.',
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
      id: 'no-qualifying-purchase',
      outcome: 'deny',
      label: 'No qualifying purchase',
      text: {
        en: 'None of your purchases is one that this settlement covers.',
        es: 'Ninguna de sus compras es de las que cubre este acuerdo.',
      },
    },
    {
      id: 'repeated-claim',
      outcome: 'deny',
      isDuplicate: true,
      label: 'The same claim was filed twice',
      text: {
        en: 'You filed another claim for the same purchases. That claim counts, and this one does not.',
        es: 'Usted presentó otro reclamo por las mismas compras. Ese reclamo cuenta y este no.',
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
        en: 'We could not confirm that this claim was filed by a person with a real purchase.',
        es: 'No pudimos confirmar que este reclamo sea de una persona con una compra real.',
      },
    },
  ],
};
