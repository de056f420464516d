import type { Language } from '@redress/contract/language';

const english = {
  waiting: 'We have this file and are checking it.',
  failed: 'We have this file. Our check of it did not finish, so we will look at it ourselves.',
  infected:
    'This file holds a virus, so we cannot open it. Your claim is safe. Please send a clean copy by mail, or call us.',
  noData: 'We have this file. We found no purchases and no member counts in it.',
  /** After the reason why a file could not be read. */
  kept: 'We have the file as you sent it.',
  noPurchases: 'No row of purchases counts yet.',
  purchases: (rows: number, amount: string) =>
    rows === 1 ? `1 row of purchases counts: ${amount}.` : `${write(rows)} rows of purchases count: ${amount}.`,
  membership: (rows: number) =>
    rows === 1 ? '1 row of member counts is in it.' : `${write(rows)} rows of member counts are in it.`,
  faulty: (rows: number) =>
    rows === 1
      ? '1 row has errors and does not count as it stands.'
      : `${write(rows)} rows have errors and do not count as they stand.`,
  sound: 'We found no errors.',
  finding: (title: string, count: number, mend: string) => `${title} (${write(count)}): ${mend}`,
};

/** A word that is missing here does not compile. */
const spanish: typeof english = {
  waiting: 'Tenemos este archivo y lo estamos revisando.',
  failed: 'Tenemos este archivo. Nuestra revisión no terminó, así que lo miraremos nosotros mismos.',
  infected:
    'Este archivo tiene un virus y no podemos abrirlo. Su reclamo está a salvo. Envíe una copia limpia por correo o llámenos.',
  noData: 'Tenemos este archivo. No encontramos en él compras ni cantidades de miembros.',
  kept: 'Tenemos el archivo tal como usted lo envió.',
  noPurchases: 'Todavía no cuenta ninguna fila de compras.',
  purchases: (rows, amount) =>
    rows === 1 ? `Cuenta 1 fila de compras: ${amount}.` : `Cuentan ${write(rows)} filas de compras: ${amount}.`,
  membership: (rows) =>
    rows === 1 ? 'Tiene 1 fila de cantidades de miembros.' : `Tiene ${write(rows)} filas de cantidades de miembros.`,
  faulty: (rows) =>
    rows === 1 ? '1 fila tiene errores y así no cuenta.' : `${write(rows)} filas tienen errores y así no cuentan.`,
  sound: 'No encontramos errores.',
  finding: (title, count, mend) => `${title} (${write(count)}): ${mend}`,
};

/** What is said of the check of a file, besides what is said of its findings. */
export const checkWords: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };

/** Written alike in English and Spanish in the United States. */
function write(count: number): string {
  return count.toLocaleString('en-US');
}
