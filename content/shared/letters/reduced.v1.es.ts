import type { LetterTemplate } from '@redress/contract/letters';

export const reducedV1Es: LetterTemplate = {
  version: 1,
  subject: 'Nuestra decisión sobre su reclamo {reference}',
  body: [
    'Estimado(a) {name}:',
    'Revisamos su reclamo en el {settlement}. Solo podemos aceptar una parte.',
    { heading: 'La cantidad que reconocemos' },
    'Reconocemos {amount} por su reclamo. Su pago puede ser menor, porque todos los reclamos aprobados comparten el dinero del acuerdo.',
    { heading: 'Por qué no podemos aceptarlo todo' },
    { reasons: 'all' },
    { heading: 'Si no está de acuerdo' },
    'Puede pedir otra revisión hasta el {due}. Entonces, alguien que no tomó esta decisión revisará de nuevo su reclamo. Díganos por qué no está de acuerdo y envíe documentos que lo demuestren:',
    {
      list: [
        'Por internet: vaya a {statusPage} e inicie sesión.',
        'Por correo: escriba su número de referencia, {reference}, en cada página. Envíe su carta y copias de sus documentos a {address} y guarde los originales.',
      ],
    },
    'Si enviamos esta carta después de su fecha, usted tiene más tiempo. La página con el estado de su reclamo muestra su último día.',
    'Si está de acuerdo, no tiene que hacer nada.',
    { heading: '¿Preguntas?' },
    'Llámenos gratis al {phone}.',
  ],
};
