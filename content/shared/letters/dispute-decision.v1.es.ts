import type { LetterTemplate } from '@redress/contract/letters';

export const disputeDecisionV1Es: LetterTemplate = {
  version: 1,
  subject: 'Nuestra decisión después de la otra revisión: reclamo {reference}',
  body: [
    'Estimado(a) {name}:',
    'Usted pidió otra revisión de nuestra decisión sobre su reclamo en el {settlement}. Alguien que no tomó esa decisión revisó de nuevo su reclamo.',
    { heading: 'La decisión' },
    '{outcome}',
    { heading: 'Los motivos' },
    { reasons: 'all' },
    { heading: 'Si todavía no está de acuerdo' },
    'Puede pedir que decida el tribunal. Escríbanos a más tardar el {due} y díganos que quiere que el tribunal examine su reclamo. Ponga su número de referencia, {reference}, en su carta y envíela a {address}. Le daremos al tribunal su reclamo, sus documentos y nuestras cartas.',
    'Si enviamos esta carta después de su fecha, usted tiene más tiempo. La página con el estado de su reclamo muestra su último día: {statusPage}.',
    { heading: '¿Preguntas?' },
    'Llámenos gratis al {phone}.',
  ],
};
