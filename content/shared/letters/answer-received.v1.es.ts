import type { LetterTemplate } from '@redress/contract/letters';

export const answerReceivedV1Es: LetterTemplate = {
  version: 1,
  subject: 'Recibimos su respuesta para su reclamo {reference}',
  body: [
    'Estimado(a) {name}:',
    'Gracias. Recibimos su respuesta para su reclamo en el {settlement}.',
    { heading: 'Los archivos que usted envió' },
    { files: 'all' },
    { heading: 'Qué sigue' },
    'Revisaremos de nuevo su reclamo y le escribiremos cuando tomemos una decisión. Hasta entonces no tiene que hacer nada.',
    '¿Falta algo aquí? Vaya a {statusPage} o llámenos gratis al {phone}.',
  ],
};
