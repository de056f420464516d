import type { FormMessages } from './form-en.ts';

/** Terms follow `docs/glossary-es.md`. */
export const formEs: FormMessages = {
  language: 'es',
  optional: '(opcional)',
  choose: 'Elija una opción',
  sections: 'Secciones de este formulario',
  sectionName: (letter) => `Sección ${letter}`,
  place: (number, count) => `${number} de ${count}`,
  sectionDone: 'completa',
  submit: 'ENVIAR',
  submitting: 'Enviando su reclamo…',
  loggingIn: 'Revisando sus números…',
  close: 'Cerrar',
  continue: 'Continuar',
  checkAnswers: 'Revisar sus respuestas',
  honeypot: 'Deje este campo en blanco',
  titlePrefix: 'Error: ',
  summaryHeading: (count) =>
    count === 1 ? 'Hay 1 respuesta que debe revisar' : `Hay ${count} respuestas que debe revisar`,
  summaryMore: (count) => `y ${count} más`,
  draftRestored: (taxIds) =>
    `Guardamos lo que escribió antes. Vuelva a poner ${taxIds ? 'el número de identificación fiscal, ' : ''}la firma y los documentos.`,
  sharedComputer: 'Uso una computadora compartida: borrar mis datos',
  logOut: 'Cerrar sesión',
  clear: 'Borrar este formulario',
  clearQuestion: '¿Borrar todo lo que escribió en este formulario?',
  save: 'Guardar y terminar después',
  captcha: {
    hint: 'Su dispositivo resuelve una tarea pequeña. No rastreamos su actividad.',
    working: 'Revisando… tarda un momento.',
    done: 'Revisado. Ya puede enviar su reclamo.',
    failed: 'La revisión no funcionó. Vuelva a marcar la casilla.',
  },
  documents: {
    drop: 'Suelte aquí los archivos, o',
    takePhoto: 'Tomar una foto',
    rules: (types, files, size) => `${types}. Hasta ${files} archivos, de hasta ${size} cada uno.`,
    dataRules: (types, size) => ` Archivos de datos (${types}): hasta ${size}.`,
    dueLater: 'Puede enviar este formulario sin ellos.',
    list: 'Sus archivos',
    remove: 'Quitar',
    removeNamed: (name) => `Quitar ${name}`,
    removed: (name) => `Se quitó ${name}.`,
    added: (count) => (count === 1 ? 'Se agregó 1 archivo.' : `Se agregaron ${count} archivos.`),
  },
  rows: {
    add: (row) => `Agregar otro ${row.toLowerCase()}`,
    removeNamed: (row) => `Quitar ${row.toLowerCase()}`,
    removed: (row, number) => `Se quitó: ${row.toLowerCase()} ${number}.`,
    pasted: (rows) => (rows === 1 ? 'Se llenó 1 fila.' : `Se llenaron ${rows} filas.`),
    omitted: (rows) => (rows === 1 ? ' 1 no cupo.' : ` ${rows} no cupieron.`),
    notLoaded: 'No pudimos cargar esta parte del formulario. Revise su conexión y vuelva a cargar la página.',
  },
  filing: {
    numberHeading: 'Su reclamo quedó presentado',
    continue: 'Ir a su confirmación',
    lost: 'No pudimos conectarnos con el servidor. No se perdió nada: sus respuestas siguen aquí. Revise su conexión y vuelva a oprimir ENVIAR.',
    loginFirst: 'Inicie sesión con los números de su aviso antes de presentar el reclamo.',
    loggedIn: (name, noticeId) => `Sesión iniciada: ${name}, Notice ID (número del aviso) ${noticeId}`,
  },
  loginExpiry: {
    expired: 'Su sesión terminó',
    afterExpiry:
      'No se perdió nada de lo que escribió. Cuando oprima ENVIAR, le pediremos otra vez los números de su aviso.',
  },
};
