import type { UploadTexts } from './upload-en.ts';

/** A word that is missing here does not compile. The terms are those of `docs/glossary-es.md`. */
export const uploadEs: UploadTexts = {
  uploading: 'Ya tenemos su reclamo. Ahora se envían sus documentos. No cierre esta página.',
  incomplete:
    'Ya tenemos su reclamo, pero no todos sus documentos. Envíelos otra vez, quítelos o siga adelante sin ellos.',
  addMore:
    'Su reclamo quedó presentado, pero esta página se cerró antes de que llegaran sus documentos. Agréguelos aquí o siga adelante sin ellos.',
  left: 'Todavía no llegaron todos sus documentos:',
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
  held: {
    lost: 'Se perdió la conexión. Seguirá por sí solo.',
    busy: 'El servidor está ocupado. Seguirá por sí solo.',
  },
  joining: 'En revisión',
  stored: 'Recibido',
  failed: 'No se recibió.',
  lost: 'Se perdió la conexión.',
  retry: 'Reintentar',
  retryNamed: (name) => `Reintentar ${name}`,
  progress: (name) => `Enviando ${name}`,
  drop: 'No enviar',
  dropNamed: (name) => `No enviar ${name}`,
  dropQuestion: (name) => `¿Dejar de enviar ${name}? Entonces no recibiremos este archivo.`,
  said: {
    percent: (name, percent, left) => `${name}: se envió el ${percent}%${left && `, ${left}`}.`,
    held: (name, held) => `${name}: ${held}`,
    stored: (name) => `Se recibió ${name}.`,
    failed: (name) => `${name} no llegó.`,
  },
};
