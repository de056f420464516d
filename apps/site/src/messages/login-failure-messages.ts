import type { Language } from '@redress/contract/language';

/**
 * Reasons that a login or a request for lost IDs failed, other than the connection. They load only
 * then.
 */
const english = {
  tooMany: (minutes: number) =>
    `There were too many tries. Nothing was lost. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
  noCookies:
    'Your browser blocks cookies, so it cannot stay logged in. You can still file: fill in the form without logging in. We will ask for your IDs after you press SUBMIT. Or allow cookies, then log in again.',
  busy: 'Our website is very busy. Nothing was lost. Please wait a minute, then try again.',
  failed:
    'Something went wrong on our side. Nothing was lost. Please try again in a minute. If it happens again, call us.',
  typed: 'You typed:',
  fillIn: 'Fill in again',
};
export type LoginFailureMessages = typeof english;

const spanish: LoginFailureMessages = {
  tooMany: (minutes) =>
    `Hubo demasiados intentos. No se perdió nada. Espere ${minutes === 1 ? 'un minuto' : `${minutes} minutos`} e inténtelo otra vez.`,
  noCookies:
    'Su navegador bloquea las cookies, así que no puede mantener su sesión abierta. De todos modos puede presentar su reclamo: llene el formulario sin iniciar sesión. Le pediremos sus números después de que oprima ENVIAR. O permita las cookies e inicie sesión otra vez.',
  busy: 'Hay muchas personas en nuestro sitio web. No se perdió nada. Espere un minuto e inténtelo otra vez.',
  failed:
    'Algo falló en nuestro sistema. No se perdió nada. Inténtelo otra vez en un minuto. Si vuelve a pasar, llámenos.',
  typed: 'Usted escribió:',
  fillIn: 'Llenar otra vez',
};

export const loginFailureMessages: Readonly<Record<Language, LoginFailureMessages>> = { en: english, es: spanish };
