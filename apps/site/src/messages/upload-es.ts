import type { UploadMessages } from './upload-en.ts';

/** Terms follow `docs/glossary-es.md`. */
export const uploadEs: UploadMessages = {
  submitRetry: {
    heading: {
      busy: 'Muchas personas están presentando su reclamo',
      lost: 'Ahora no podemos conectarnos con el servidor',
      offline: 'Su dispositivo no tiene conexión',
    },
    explanation: {
      busy: 'Su reclamo está a salvo en esta página. Seguimos tratando de enviarlo. Deje esta página abierta.',
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
  uploading: 'Ya tenemos su reclamo. Ahora se envían sus documentos. No cierre esta página.',
  incomplete:
    'Ya tenemos su reclamo, pero no todos sus documentos. Envíelos otra vez, quítelos o siga adelante sin ellos.',
  addMore:
    'Su reclamo quedó presentado, pero esta página se cerró antes de que llegaran sus documentos. Agréguelos aquí o siga adelante sin ellos.',
  interrupted: 'Todavía no llegaron todos sus documentos:',
  stopped: (name, percent) => `${name} se detuvo en ${percent}%. Elíjalo otra vez y seguirá desde ahí.`,
  notArrived: (name) => `${name} no llegó. Elíjalo otra vez.`,
  another: (name) =>
    `${name} no es el archivo que se detuvo: tiene otro nombre, tamaño o fecha. Se envía desde el principio.`,
  send: 'Enviar documentos',
  waiting: 'En espera',
  percent: (percent) => `${percent}%`,
  timeLeft: (seconds) => {
    const minutes = Math.round(seconds / 60);
    if (seconds < 50) return 'falta menos de un minuto';
    if (minutes < 100) return minutes <= 1 ? 'falta como un minuto' : `faltan unos ${minutes} minutos`;
    return `faltan unas ${Math.round(minutes / 60)} horas`;
  },
  stalled: {
    lost: 'Se perdió la conexión. Seguirá por sí solo.',
    busy: 'El servidor está ocupado. Seguirá por sí solo.',
  },
  finalizing: 'En revisión',
  stored: 'Recibido',
  failed: 'No se recibió.',
  lost: 'Se perdió la conexión.',
  retry: 'Reintentar',
  retryNamed: (name) => `Reintentar ${name}`,
  progress: (name) => `Enviando ${name}`,
  cancel: 'No enviar',
  cancelNamed: (name) => `No enviar ${name}`,
  cancelQuestion: (name) => `¿Dejar de enviar ${name}? Entonces no recibiremos este archivo.`,
  announcements: {
    percent: (name, percent, left) => `${name}: se envió el ${percent}%${left && `, ${left}`}.`,
    stalled: (name, reason) => `${name}: ${reason}`,
    stored: (name) => `Se recibió ${name}.`,
    failed: (name) => `${name} no llegó.`,
  },
};
