import type { LetterTemplate } from '@redress/contract/letters';

export const deficiencyV1Es: LetterTemplate = {
  version: 1,
  subject: 'Necesitamos más información para su reclamo {reference}',
  body: [
    'Estimado(a) {name}:',
    'Gracias por su reclamo en el {settlement}. Lo revisamos y falta algo. No podemos tomar una decisión hasta que lo tengamos.',
    { heading: 'Lo que necesitamos de usted' },
    { reasons: 'all' },
    { heading: 'Cómo enviarlo' },
    'Responda a más tardar el {due}. Elija una manera:',
    {
      list: [
        'Por internet: vaya a {statusPage}. Inicie sesión, agregue sus documentos y oprima “Enviar mi respuesta”.',
        'Por correo: escriba su número de referencia, {reference}, en cada página. Envíe copias a {address} y guarde los originales.',
      ],
    },
    'Si enviamos esta carta después de su fecha, usted tiene más tiempo. La página con el estado de su reclamo muestra su último día.',
    { heading: 'Si no recibimos su respuesta' },
    'Si no tenemos su respuesta a más tardar en su último día, tendremos que rechazar su reclamo. En ese caso, usted no recibiría ningún pago por él.',
    { heading: '¿Preguntas?' },
    'Llámenos gratis al {phone}.',
  ],
};
