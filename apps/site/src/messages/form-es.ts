import type { FormMessages } from './form-en.ts';

/** Terms follow `docs/glossary-es.md`. */
export const formEs: FormMessages = {
  language: 'es',
  optional: '(opcional)',
  choose: 'Elija una opción',
  sections: 'Secciones de este formulario',
  sectionName: (letter) => `Sección ${letter}`,
  sectionDone: 'completa',
  submit: 'ENVIAR',
  submitting: 'Enviando su reclamo…',
  loggingIn: 'Revisando sus números…',
  close: 'Cerrar',
  continue: 'Continuar',
  checkAnswers: 'Revisar sus respuestas',
  continueElsewhere: { label: 'Continue in English', language: 'en' },
  honeypot: 'Deje este campo en blanco',
  titlePrefix: 'Error: ',
  summaryHeading: (count) =>
    count === 1 ? 'Hay 1 respuesta que debe revisar' : `Hay ${count} respuestas que debe revisar`,
  summaryMore: (count) => `y ${count} más`,
  draftRestored: (taxIds) =>
    `Guardamos lo que escribió antes. Vuelva a poner ${taxIds ? 'el número de identificación fiscal, ' : ''}la firma y los documentos.`,
  sharedComputer: 'Uso una computadora compartida: borrar todo',
  logOut: 'Cerrar sesión',
  clear: 'Borrar este formulario',
  clearHint: '¿Usa una computadora compartida? Borre lo que escribió antes de irse.',
  clearQuestion: '¿Borrar todo lo que escribió en este formulario?',
  save: 'Guardar y terminar después',
  captcha: {
    hint: 'Su dispositivo resuelve una tarea pequeña. No rastreamos su actividad.',
    working: 'Revisando… tarda un momento.',
    done: 'Revisado. Ya puede enviar su reclamo.',
    failed: 'La revisión no funcionó. Vuelva a marcar la casilla.',
    insecure: 'La revisión necesita una conexión segura (https). Abra esta página con su dirección https.',
  },
  documents: {
    drop: 'Suelte aquí los archivos, o',
    takePhoto: 'Tomar una foto',
    rules: (types, files, size) => `${types}. Hasta ${files} archivos, de hasta ${size} cada uno.`,
    dataRules: (types, size) => ` Archivos de datos (${types}): hasta ${size}.`,
    checkedLater: 'No pudimos revisar aquí su archivo de datos. Lo revisaremos después de que presente su reclamo.',
    dueLater: 'Puede enviar este formulario sin ellos.',
    staged: 'Estos archivos llegaron con su formulario. Los guardamos hasta que usted lo envíe.',
    list: 'Sus archivos',
    remove: 'Quitar',
    removeNamed: (name) => `Quitar ${name}`,
    removed: (name) => `Se quitó ${name}.`,
    added: (count) => (count === 1 ? 'Se agregó 1 archivo.' : `Se agregaron ${count} archivos.`),
    rejected: 'No se agregó:',
  },
  rows: {
    add: (row) => `Agregar otro ${row.toLowerCase()}`,
    removeNamed: (row) => `Quitar ${row.toLowerCase()}`,
    removed: (row, number) => `Se quitó: ${row.toLowerCase()} ${number}.`,
    pasted: (rows) => (rows === 1 ? 'Se llenó 1 fila.' : `Se llenaron ${rows} filas.`),
    pastedSome: (rows, left) =>
      `${rows === 1 ? 'Se llenó 1 fila' : `Se llenaron ${rows} filas`}. ${left === 1 ? '1 no cupo' : `${left} no cupieron`}.`,
    notLoaded: 'No pudimos cargar esta parte del formulario. Revise su conexión y vuelva a cargar la página.',
  },
  filing: {
    numberHeading: 'Su reclamo quedó presentado',
    number: 'Número de referencia',
    continue: 'Ir a su confirmación',
    offline:
      'Su dispositivo no tiene conexión. No se perdió nada: sus respuestas siguen aquí. Conéctese a internet y vuelva a oprimir ENVIAR.',
    lost: 'No pudimos conectarnos con el servidor. No se perdió nada: sus respuestas siguen aquí. Revise su conexión y vuelva a oprimir ENVIAR.',
    busy: 'En este momento muchas personas están presentando su reclamo. No se perdió nada: sus respuestas siguen aquí. Espere un minuto y vuelva a oprimir ENVIAR.',
    failed:
      'Algo falló de nuestro lado. No se perdió nada: sus respuestas siguen aquí. Espere un minuto y vuelva a oprimir ENVIAR. Su reclamo cuenta una sola vez, aunque lo envíe varias veces.',
    tooMany: (minutes) =>
      `Hubo demasiados intentos desde su conexión. Sus respuestas siguen aquí. Espere ${minutes === 1 ? 'un minuto' : `${minutes} minutos`} y vuelva a oprimir ENVIAR.`,
    tooLarge:
      'Lo que usted envió es más de lo que podemos recibir, y no pudimos leerlo. Llene el formulario otra vez y envíe menos archivos o archivos más pequeños.',
    notOurs:
      'No pudimos comprobar que este formulario viniera de nuestro sitio web, así que no lo presentamos. Sus respuestas siguen aquí. Oprima ENVIAR para enviarlo otra vez.',
    refused: 'No pudimos recibir el reclamo. Sus respuestas siguen aquí. Inténtelo otra vez o llámenos.',
    conflictHeading: 'Usted ya presentó un reclamo con este formulario',
    conflict:
      'Usted ya envió este formulario, con otras respuestas. Ese reclamo es el que vale. Puede quedarse con él o presentar otro.',
    filedHeading: 'Usted presentó un reclamo con este formulario',
    filed: (date) => `Lo recibimos el ${date}.`,
    keep: 'Quedarme con ese reclamo',
    another: 'Presentar otro reclamo',
    see: 'Ver su confirmación',
    loginFirst: 'Inicie sesión con los números de su aviso antes de presentar el reclamo.',
    back: 'Volver al formulario',
    notSent: 'Su reclamo todavía no se ha enviado. Sus respuestas siguen aquí. Oprima ENVIAR para enviarlo.',
    loginAgain:
      'Su sesión terminó. Inicie sesión otra vez y enviaremos su reclamo. No se perdió nada de lo que escribió.',
    loginHere: 'Escriba los dos números de su aviso y vuelva a oprimir ENVIAR. No se perdió nada de lo que escribió.',
    loginHereAgain:
      'Su sesión terminó. Escriba los dos números de su aviso y vuelva a oprimir ENVIAR. No se perdió nada de lo que escribió.',
    loggedIn: (name, noticeId) => `Sesión iniciada: ${name}, Notice ID (número del aviso) ${noticeId}`,
    checking: 'Cargando el formulario…',
  },
  loginExpiry: {
    question: '¿Mantener su sesión abierta?',
    // No period at the end: the time brings one with it.
    expiresAt: (time) => `Su sesión termina a esta hora: ${time}`,
    nothingLost:
      'No perderá nada de lo que escribió. Pero después tendrá que iniciar sesión otra vez para presentar su reclamo.',
    stay: 'Mantenerla abierta',
    letExpire: 'Dejar que termine',
    expired: 'Su sesión terminó',
    afterExpiry:
      'No se perdió nada de lo que escribió. Cuando oprima ENVIAR, le pediremos otra vez los números de su aviso.',
  },
};
