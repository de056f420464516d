import type { LetterTemplate } from '@redress/contract/letters';

export const deficiencyV1Es: LetterTemplate = {
  version: 1,
  subject: 'Necesitamos más información para su reclamo {reference}',
  body: [
    'Estimado(a) {name}:',
    'Revisamos su reclamo en el {settlement}. Falta algo.',
    { heading: 'Lo que necesitamos de usted' },
    { reasons: 'all' },
    { heading: 'Responda a más tardar el {due}' },
    {
      list: [
        'Por internet: vaya a {statusPage}, agregue sus documentos y oprima “Enviar mi respuesta”.',
        'Por correo: envíe copias a {address}. Escriba {reference} en cada página.',
      ],
    },
    'Si no responde, tendremos que rechazar su reclamo y no recibiría ningún pago.',
    'Si enviamos esta carta después de su fecha, usted tiene más tiempo: véalo en esa página.',
    '¿Preguntas? Llámenos gratis al {phone}.',
  ],
};
