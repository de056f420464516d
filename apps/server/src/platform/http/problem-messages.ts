import type { Language } from '@redress/contract/language';
import type { ProblemCode } from '@redress/contract/problem';

export type LocalizedText = Readonly<Record<Language, string>>;

/** The title says what happened, the detail what to do. */
type ProblemMessages = Readonly<Record<ProblemCode, { readonly title: string; readonly detail: string }>>;

const english: ProblemMessages = {
  'bad-request': { title: 'Bad request', detail: 'The request could not be understood.' },
  'bad-json': { title: 'The request is not JSON', detail: 'The body of the request is not valid JSON.' },
  'login-required': {
    title: 'Login required',
    detail: 'Please log in with the Notice ID and Unique ID on your notice, then submit the form again.',
  },
  'sign-in-required': { title: 'Sign in again', detail: 'Your session ended. Sign in again to continue.' },
  'sign-in-failed': {
    title: 'You are not signed in',
    detail: 'That did not match. Check what you entered, and try again.',
  },
  'link-not-valid': {
    title: 'This link does not work',
    detail: 'This link isn’t valid. Ask the person who gave it to you for a new one.',
  },
  'not-permitted': {
    title: 'Not permitted',
    detail: 'Your role doesn’t allow this. Ask an administrator if you need access.',
  },
  'fresh-sign-in-required': {
    title: 'Confirm it’s you',
    detail: 'This action requires a recent sign-in. Sign in again to continue.',
  },
  conflict: {
    title: 'Already handled by someone else',
    detail: 'Reload the page to see the current state.',
  },
  'changed-meanwhile': {
    title: 'Changed in the meantime',
    detail: 'This was changed after you opened it. Review the current version, then try again.',
  },
  'took-too-long': {
    title: 'This took too long',
    detail: 'There are too many claims to search. Add a filter, such as filing dates, or sort by filing date.',
  },
  'bad-signature': {
    title: 'The signature is wrong',
    detail: 'Check the shared secret and the clock of the sender.',
  },
  'bad-token': {
    title: 'The security token is missing',
    detail: 'Please allow cookies for this website, then reload the page and try again.',
  },
  'not-your-claim': {
    title: 'Not your claim',
    detail:
      'You can see a claim only in the browser tab that filed it, and add documents only in that browser. Elsewhere, open “Get your receipt” on this website with your reference number and your last name or ZIP code. You can also call us, or send documents by mail.',
  },
  'not-found': { title: 'Not found', detail: 'There is nothing at this address.' },
  'key-used-for-other-answers': {
    title: 'A claim was already filed',
    detail: 'This form was already filed with other answers. You can keep that claim or file another.',
  },
  'wrong-offset': {
    title: 'Not the next piece',
    detail: 'These bytes do not follow the bytes already received. Ask for the current offset and continue from there.',
  },
  'document-withheld': {
    title: 'Not yet checked for viruses',
    detail: 'We have this document and are checking it for viruses. Please try again in a moment.',
  },
  'filing-closed': {
    title: 'Filing is closed',
    detail: 'The deadline has passed. Claims can no longer be filed.',
  },
  'too-slow': { title: 'Too slow', detail: 'The request took too long to arrive. Please try again.' },
  'too-large': { title: 'Too large', detail: 'The request is larger than this form allows.' },
  'unsupported-type': { title: 'Unsupported type', detail: 'This type of content is not accepted here.' },
  'invalid-answers': {
    title: 'Some answers need another look',
    detail: 'Nothing was saved. Please correct the marked fields and submit the form again.',
  },
  'no-documents': { title: 'No document was received', detail: 'We received no file, or only empty files.' },
  'too-many-requests': {
    title: 'Too many attempts',
    detail: 'There have been too many attempts. Please wait a while and try again.',
  },
  'work-required': {
    title: 'A small task first',
    detail:
      'Many wrong IDs were tried. To keep strangers out, your device must solve a small task before you can log in. Please reload the page and try again, or wait a while.',
  },
  'headers-too-large': {
    title: 'Headers too large',
    detail:
      'The headers or the address of the request are too long. Please clear the cookies of this website and try again.',
  },
  internal: {
    title: 'Something went wrong',
    detail: 'The problem is on our side, and nothing was lost. Please try again. If it happens again, call us.',
  },
  unavailable: { title: 'Not available right now', detail: 'Nothing was lost. Please try again in a moment.' },
  overloaded: {
    title: 'Many people are here right now',
    detail: 'Nothing was lost. Please wait a moment, then try again.',
  },
};

const spanish: ProblemMessages = {
  'bad-request': { title: 'Solicitud incorrecta', detail: 'No se pudo entender la solicitud.' },
  'bad-json': {
    title: 'La solicitud no es JSON',
    detail: 'El contenido de la solicitud no es JSON válido.',
  },
  'login-required': {
    title: 'Primero debe iniciar sesión',
    detail: 'Inicie sesión con el Notice ID y el Unique ID de su aviso y envíe el formulario otra vez.',
  },
  'sign-in-required': {
    title: 'Inicie sesión otra vez',
    detail: 'Su sesión terminó. Inicie sesión otra vez para seguir.',
  },
  'sign-in-failed': {
    title: 'No ha iniciado sesión',
    detail: 'Los datos no coinciden. Revíselos e inténtelo otra vez.',
  },
  'link-not-valid': { title: 'El enlace no sirve', detail: 'Este enlace no es válido. Pida uno nuevo.' },
  'not-permitted': { title: 'Sin permiso', detail: 'Su función no lo permite. Pregunte a un administrador.' },
  'fresh-sign-in-required': {
    title: 'Confirme que es usted',
    detail: 'Para esto tiene que iniciar sesión otra vez.',
  },
  conflict: { title: 'Otra persona lo hizo antes', detail: 'Esto ya está hecho. Vuelva a cargar la página.' },
  'changed-meanwhile': {
    title: 'Cambió mientras tanto',
    detail: 'Otra persona lo cambió después de que usted lo abrió. Vuelva a cargar la página e inténtelo otra vez.',
  },
  'took-too-long': {
    title: 'Tardó demasiado',
    detail: 'Hay demasiados reclamos. Agregue un filtro, como las fechas, u ordene por fecha.',
  },
  'bad-signature': {
    title: 'La firma no es correcta',
    detail: 'Revise la clave compartida y el reloj del remitente.',
  },
  'bad-token': {
    title: 'Falta la clave de seguridad',
    detail: 'Permita las cookies de este sitio web, vuelva a cargar la página e inténtelo otra vez.',
  },
  'not-your-claim': {
    title: 'No es su reclamo',
    detail:
      'Un reclamo se ve solo en la pestaña del navegador donde se presentó, y sus documentos se agregan solo en ese navegador. En otro lugar, vaya a “Obtenga su recibo” en este sitio web con su número de referencia y su apellido o código postal (ZIP). También puede llamarnos o enviar los documentos por correo.',
  },
  'not-found': { title: 'No se encontró', detail: 'No hay nada en esta dirección.' },
  'key-used-for-other-answers': {
    title: 'Ya se presentó un reclamo',
    detail: 'Este formulario ya se presentó con otras respuestas. Puede quedarse con ese reclamo o presentar otro.',
  },
  'wrong-offset': {
    title: 'No es la parte que sigue',
    detail:
      'Estos datos no siguen a los que ya están aquí. Pregunte hasta dónde llegó el archivo y continúe desde ahí.',
  },
  'document-withheld': {
    title: 'Falta revisarlo en busca de virus',
    detail: 'Tenemos este documento y lo estamos revisando en busca de virus. Inténtelo otra vez en un momento.',
  },
  'filing-closed': {
    title: 'Ya no se reciben reclamos',
    detail: 'La fecha límite ya pasó. Ya no se pueden presentar reclamos.',
  },
  'too-slow': { title: 'Demasiado lento', detail: 'La solicitud tardó demasiado en llegar. Inténtelo otra vez.' },
  'too-large': { title: 'Demasiado grande', detail: 'La solicitud es más grande de lo que este formulario permite.' },
  'unsupported-type': {
    title: 'Tipo no permitido',
    detail: 'Aquí no se recibe este tipo de contenido.',
  },
  'invalid-answers': {
    title: 'Hay respuestas que debe revisar',
    detail: 'No se guardó nada. Corrija los campos marcados y envíe el formulario otra vez.',
  },
  'no-documents': {
    title: 'No se recibió ningún documento',
    detail: 'No se recibió ningún archivo con contenido.',
  },
  'too-many-requests': {
    title: 'Demasiados intentos',
    detail: 'Hubo demasiados intentos. Espere un rato e inténtelo otra vez.',
  },
  'work-required': {
    title: 'Primero, una pequeña tarea',
    detail:
      'Se probaron muchos números equivocados. Para no dejar entrar a extraños, su dispositivo debe resolver una pequeña tarea antes de que usted inicie sesión. Vuelva a cargar la página e inténtelo otra vez, o espere un rato.',
  },
  'headers-too-large': {
    title: 'Encabezados demasiado grandes',
    detail:
      'Los encabezados o la dirección de la solicitud son demasiado largos. Borre las cookies de este sitio e inténtelo otra vez.',
  },
  internal: {
    title: 'Algo salió mal',
    detail: 'El problema es nuestro, y no se perdió nada. Inténtelo otra vez. Si vuelve a pasar, llámenos.',
  },
  unavailable: {
    title: 'No disponible en este momento',
    detail: 'No se perdió nada. Inténtelo otra vez en un momento.',
  },
  overloaded: {
    title: 'En este momento hay muchas personas en el sitio web',
    detail: 'No se perdió nada. Espere un momento e inténtelo otra vez.',
  },
};

export const problemMessages: Readonly<Record<Language, ProblemMessages>> = { en: english, es: spanish };

/** The page for a browser without JavaScript when the form's own page cannot be rendered. */
interface FailurePage {
  readonly title: string;
  readonly lines: readonly string[];
  readonly errorCode: (requestId: string) => string;
}
export const failurePageMessages: Readonly<Record<Language, FailurePage>> = {
  en: {
    title: 'Something went wrong on our side',
    lines: [
      'Nothing was lost. Your browser still has what you typed.',
      'Press Back to return to the form. Wait a minute, then send it again. Your claim counts only once.',
    ],
    errorCode: (requestId) => `If you call us, give this error code: ${requestId}`,
  },
  es: {
    title: 'Algo falló en nuestro sistema',
    lines: [
      'No se perdió nada. Su navegador todavía tiene lo que usted escribió.',
      'Use el botón Atrás para volver al formulario. Espere un minuto y envíelo otra vez. Su reclamo cuenta una sola vez.',
    ],
    errorCode: (requestId) => `Si nos llama, dé este código de error: ${requestId}`,
  },
};

/** The detail of `unavailable` when the disk of uploads is full. */
export const diskFullMessage: LocalizedText = {
  en: 'We have no space for this file right now. Your claim itself is safe. Please try again later or send the file by mail.',
  es: 'Ahora no tenemos espacio para este archivo. Su reclamo está a salvo. Inténtelo más tarde o envíelo por correo.',
};
