import type { LetterTemplate } from '@redress/contract/letters';

export const reminderV1Es: LetterTemplate = {
  version: 1,
  subject: 'Recordatorio: su reclamo {reference} todavía necesita una respuesta',
  body: [
    'Estimado(a) {name}:',
    'Todavía falta algo en su reclamo en el {settlement}.',
    '¿Agregó documentos por internet? No se envían hasta que oprima “Enviar mi respuesta”. Si ya lo oprimió, gracias: no tiene que hacer nada.',
    { heading: 'Lo que necesitamos de usted' },
    { reasons: 'all' },
    { heading: 'Responda a más tardar el {due}' },
    {
      list: [
        'Por internet: vaya a {statusPage}, agregue sus documentos y oprima “Enviar mi respuesta”.',
        'Por correo: envíe copias a {address}. Escriba {reference} en cada página.',
      ],
    },
    'Si no responde antes de que termine ese día, tendremos que rechazar su reclamo y no recibiría ningún pago.',
    '¿Preguntas? Llámenos gratis al {phone}.',
  ],
};
