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
        'Por internet: vaya a {statusPage} e inicie sesión.',
        'Por correo: escriba su número de referencia, {reference}, en cada página. Envíe su carta y copias de sus documentos a {address} y guarde los originales.',
      ],
    },
    'Si enviamos esta carta después de su fecha, usted tiene más tiempo. La página con el estado de su reclamo muestra su último día.',
    { heading: '¿Preguntas?' },
    'Llámenos gratis al {phone}.',
  ],
};
