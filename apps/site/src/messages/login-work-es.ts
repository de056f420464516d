import type { LoginWorkTexts } from './login-work-en.ts';

export const loginWorkEs: LoginWorkTexts = {
  working:
    'Comprobando sus números… Últimamente se probaron muchos números equivocados, quizá por extraños. Para no dejarlos entrar, su aparato resuelve primero una pequeña tarea. Tarda unos segundos, en un teléfono antiguo hasta 20. Usted no tiene que hacer nada.',
  failed:
    'Su aparato no pudo resolver la pequeña tarea que impide entrar a extraños. Inténtelo otra vez, o use otro navegador. Si vuelve a pasar, llámenos.',
};
