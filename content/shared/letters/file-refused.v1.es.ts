import type { LetterTemplate } from '@redress/contract/letters';

export const fileRefusedV1Es: LetterTemplate = {
  version: 1,
  subject: 'Envíe de nuevo un archivo para su reclamo {reference}',
  body: [
    'Estimado(a) {name}:',
    'Gracias por su respuesta sobre su reclamo en el {settlement}. Nuestro antivirus encontró un virus en un archivo que usted envió. No podemos abrirlo, así que esa parte de su respuesta todavía falta.',
    { heading: 'Lo que no podemos abrir' },
    { files: 'all' },
    { heading: 'Cómo enviarlo de nuevo' },
    'Fotografíe o escanee otra vez el papel, o consiga otra copia del archivo. Después elija una forma:',
    {
      list: [
        'Por internet: vaya a {statusPage}, agregue el archivo nuevo y oprima “Enviar mi respuesta”.',
        'Por correo: envíe copias a {address}. Escriba {reference} en cada página.',
      ],
    },
    'La página con el estado de su reclamo muestra su último día. ¿Preguntas? Llámenos gratis al {phone}.',
  ],
};
