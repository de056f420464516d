import type { LetterTemplate } from '@redress/contract/letters';

export const deniedV1Es: LetterTemplate = {
  version: 1,
  subject: 'Nuestra decisión sobre su reclamo {reference}',
  body: [
    'Estimado(a) {name}:',
    'Revisamos su reclamo en el {settlement}. Lo sentimos, pero no podemos aceptarlo. Usted no recibirá ningún pago por él.',
    { heading: 'Por qué no podemos aceptar su reclamo' },
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
    '¿Preguntas? Llámenos gratis al {phone}.',
  ],
};
