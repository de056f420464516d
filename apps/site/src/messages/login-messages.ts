import type { Language } from '@redress/contract/language';

/** Messages of the login and of the request for lost IDs. Forms load without them. */
const english = {
  offline: 'We could not reach the server. Nothing was lost. Check your internet connection, then try again.',
  notOurs: 'We could not confirm that this form came from our website. Please fill it in again.',
  loggedIn: (name: string) => `You are logged in as ${name}.`,
  logOut: 'Log out',
  continue: 'Continue to the instructions',
  loggingIn: 'Checking your IDs…',
  close: 'Close',
  /** In a request for lost IDs, after the label of each of the two. */
  phoneOrEmail: '(phone or email required)',
};
export type LoginMessages = typeof english;

const spanish: LoginMessages = {
  offline:
    'No pudimos conectarnos con el servidor. No se perdió nada. Revise su conexión a internet e inténtelo otra vez.',
  notOurs: 'No pudimos confirmar que este formulario viniera de nuestro sitio web. Llénelo otra vez.',
  loggedIn: (name) => `Inició sesión como ${name}.`,
  logOut: 'Cerrar sesión',
  continue: 'Ir a las instrucciones',
  loggingIn: 'Revisando sus números…',
  close: 'Cerrar',
  phoneOrEmail: '(se requiere teléfono o correo electrónico)',
};

export const loginMessages: Readonly<Record<Language, LoginMessages>> = { en: english, es: spanish };
