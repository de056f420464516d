import type { LetterTemplate } from '@redress/contract/letters';

export const contactChangedV1Es: LetterTemplate = {
  version: 1,
  subject: 'Se cambiaron los datos de contacto de su reclamo {reference}',
  body: [
    'Estimado(a) {name}:',
    'Se cambió la dirección postal o el correo electrónico de su reclamo en el {settlement}. Para protegerle, escribimos al dato anterior y al nuevo, y aquí no mostramos ninguno de los dos.',
    'Si usted pidió este cambio, no tiene que hacer nada.',
    'Si usted no lo pidió, llámenos de inmediato. Nuestro número gratuito es {phone}.',
  ],
};
