import type { UploadMessages } from './upload-en.ts';

/** Terms follow `docs/glossary-es.md`. */
export const uploadEs: UploadMessages = {
  submitRetry: {
    heading: {
      busy: 'Muchas personas están presentando reclamos',
      failed: 'Algo falló en nuestro sistema',
      lost: 'Ahora no podemos conectarnos con el servidor',
      offline: 'Su dispositivo no tiene conexión',
    },
    explanation: {
      busy: 'Su reclamo está a salvo en esta página. Seguimos tratando de enviarlo. Deje esta página abierta.',
      failed:
        'No se perdió nada: sus respuestas siguen en esta página. Seguimos tratando de enviar su reclamo, y cuenta una sola vez. Deje esta página abierta.',
      lost: 'Su reclamo está a salvo en esta página. Seguimos tratando de enviarlo. Deje esta página abierta.',
      offline:
        'Su reclamo está a salvo en esta página. Lo enviaremos cuando vuelva la conexión. Deje esta página abierta.',
    },
    next: (seconds) => {
      if (seconds >= 90) return `Próximo intento en ${Math.round(seconds / 60)} minutos`;
      return seconds === 1 ? 'Próximo intento en 1 segundo' : `Próximo intento en ${seconds} segundos`;
    },
    trying: 'Intentando ahora…',
    now: 'Intentar ahora',
    stop: 'Parar y volver al formulario',
  },
  checkedLater: 'No pudimos revisar aquí su archivo de datos. Lo revisaremos después de que presente su reclamo.',
  added: (count) => (count === 0 ? '' : count === 1 ? 'Se agregó 1 archivo.' : `Se agregaron ${count} archivos.`),
  removed: (name) => `Se quitó ${name}.`,
  rejected: (count) => (count === 1 ? 'No se agregó:' : 'No se agregaron:'),
  reasons: {
    empty: 'El archivo está vacío. Elija otro.',
    'too-large': (size) => `El archivo pesa más de ${size}. Hágalo más pequeño o envíenos una copia por correo.`,
    type: 'No podemos aceptar este tipo de archivo. Guárdelo como uno de los tipos de arriba.',
    'too-many': (files) => `Puede agregar hasta ${files} archivos.`,
    twice: 'Este archivo ya está en la lista.',
    unreadable: 'No podemos leer el archivo. Tal vez cambió después de que lo eligió. Elíjalo otra vez.',
  },
  content: {
    type: (extension) =>
      `Lo que hay dentro no es un archivo ${extension}, o está dañado. Ábralo, guárdelo como PDF y elija el PDF. O tómele una foto.`,
    password: 'Solo se abre con una contraseña y no podemos leerlo. Guárdelo sin la contraseña y elíjalo otra vez.',
    damaged: 'Está dañado. Ábralo en el programa que lo creó, guárdelo de nuevo y elija ese archivo.',
    macros: 'Tiene macros, que son pequeños programas. Guárdelo sin macros y elíjalo otra vez.',
    'too-much-inside':
      'Se descomprime en más de lo que podemos abrir. Guárdelo de nuevo o guarde los datos como texto.',
  },
  photos: {
    thumbnail: (name) => `Vista previa de ${name}`,
    smaller: (from, to) =>
      `Redujimos esta foto de ${from} a ${to} para que se envíe más rápido. El texto se sigue leyendo bien.`,
    original: 'Enviar la original',
  },
  uploading: 'Ya tenemos su reclamo y estamos recibiendo sus documentos. No cierre esta página hasta que lleguen.',
  incomplete: 'Ya tenemos su reclamo, pero no todos sus documentos. Envíelos otra vez o siga adelante sin ellos.',
  addMore: 'Ya tenemos su reclamo, pero no todos sus documentos. Agregue los que faltan aquí.',
  later: 'Puede seguir adelante ahora. En su página de confirmación podrá enviar después los documentos que falten.',
  stay: 'Quédese en esta página hasta que lleguen sus documentos. Si sale, no podrá enviar aquí después los que falten. Su reclamo sigue presentado.',
  stop: 'Dejar de intentar',
  sendAgain: 'Enviarlos otra vez',
  interrupted: 'Estos documentos todavía no han llegado:',
  stopped: (name, percent) => `${name} se detuvo en el ${percent}%. Elíjalo otra vez y continuaremos desde ahí.`,
  notArrived: (name) => `${name} no llegó. Tal vez cambió después de que lo eligió. Elíjalo otra vez.`,
  another: (name) =>
    `${name} es otro archivo: su nombre, tamaño o fecha no coincide. Lo enviaremos desde el principio.`,
  send: 'Enviar documentos',
  waiting: 'En espera',
  percent: (percent) => `${percent}%`,
  timeLeft: (seconds) => {
    const minutes = Math.round(seconds / 60);
    if (seconds < 50) return 'falta menos de un minuto';
    if (minutes < 100) return minutes <= 1 ? 'falta alrededor de un minuto' : `faltan unos ${minutes} minutos`;
    return `faltan unas ${Math.round(minutes / 60)} horas`;
  },
  stalled: {
    lost: 'Se perdió la conexión. Seguimos intentando.',
    busy: 'El servidor está ocupado. Seguimos intentando.',
    failed: 'Algo falló en nuestro sistema. Seguimos intentando.',
    offline: 'Su dispositivo no tiene conexión. Seguimos intentando.',
  },
  finalizing: 'Revisando',
  stored: 'Recibido',
  failed: 'No se recibió.',
  lost: 'Se perdió la conexión.',
  youStopped: 'Usted detuvo el envío.',
  retry: 'Reintentar',
  retryNamed: (name) => `Reintentar ${name}`,
  progress: (name) => `Enviando ${name}`,
  cancel: 'No enviar',
  cancelNamed: (name) => `No enviar ${name}`,
  cancelQuestion: (name) => `¿Dejar de enviar ${name}? No recibiremos este archivo.`,
  announcements: {
    percent: (name, percent, left) => `${name}: se envió el ${percent}%${left && `, ${left}`}.`,
    stalled: (name, reason) => `${name}: ${reason}`,
    stored: (name) => `Se recibió ${name}.`,
    failed: (name) => `${name} no llegó.`,
  },
};
