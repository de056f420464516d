import type { LetterTemplate } from '@redress/contract/letters';

export const reminderV1Es: LetterTemplate = {
  version: 1,
  subject: 'Recordatorio: su reclamo {reference} todavía necesita una respuesta',
  body: [
    'Estimado(a) {name}:',
    'Le escribimos porque falta algo en su reclamo en el {settlement}. Todavía no tenemos su respuesta completa. Su último día es el {due}.',
    '¿Agregó documentos por internet? Entonces compruebe que oprimió “Enviar mi respuesta”. Antes de eso no podemos revisarlos.',
    'Si ya envió su respuesta, muchas gracias. No tiene que hacer nada.',
    { heading: 'Lo que necesitamos de usted' },
    { reasons: 'all' },
    { heading: 'Cómo enviarlo' },
    {
      list: [
        'Por internet: vaya a {statusPage}. Inicie sesión, agregue sus documentos y oprima “Enviar mi respuesta”.',
        'Por correo: escriba su número de referencia, {reference}, en cada página. Envíe copias a {address} y guarde los originales.',
      ],
    },
    { heading: 'Si no recibimos su respuesta' },
    'Si no tenemos su respuesta a más tardar el {due}, tendremos que rechazar su reclamo. En ese caso, usted no recibiría ningún pago por él.',
    { heading: '¿Preguntas?' },
    'Llámenos gratis al {phone}.',
  ],
};
