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
        'Por internet: vaya a {statusPage}.',
        'Por correo: envíe su carta y copias de sus documentos a {address}. Escriba {reference} en cada página.',
      ],
    },
    'Si enviamos esta carta después de su fecha, usted tiene más tiempo: véalo en esa página.',
    'Si está de acuerdo, no tiene que hacer nada. ¿Preguntas? Llámenos gratis al {phone}.',
  ],
};
