import type { Language } from '@redress/contract/language';

const english = {
  waiting: 'We have this file and are checking it.',
  failed: 'We have this file. The automatic check did not finish, so a person will review it.',
  infected:
    'This file contains a virus, so we can’t open it. Your claim is safe. Please send a clean copy by mail, or call us.',
  noData: 'We have this file. We found no purchases or member counts in it.',
  /** Follows the reason why a file is unreadable. */
  kept: 'We have the file as you sent it.',
  noPurchases: 'No row of purchases counts yet.',
  purchases: (rows: number, amount: string) =>
    rows === 1 ? `1 row of purchases counts: ${amount}.` : `${format(rows)} rows of purchases count: ${amount}.`,
  membership: (rows: number) =>
    rows === 1 ? 'It has 1 row of member counts.' : `It has ${format(rows)} rows of member counts.`,
  faulty: (rows: number) =>
    rows === 1 ? '1 row has errors and doesn’t count yet.' : `${format(rows)} rows have errors and don’t count yet.`,
  noErrors: 'We found no errors.',
  finding: (title: string, count: number, fix: string) => `${title} (${format(count)}): ${fix}`,
};

const spanish: typeof english = {
  waiting: 'Tenemos este archivo y lo estamos revisando.',
  failed: 'Tenemos este archivo. La revisión automática no terminó, así que lo revisará una persona.',
  infected:
    'Este archivo tiene un virus y no podemos abrirlo. Su reclamo está a salvo. Envíe una copia limpia por correo o llámenos.',
  noData: 'Tenemos este archivo. No encontramos en él compras ni cantidades de miembros.',
  kept: 'Tenemos el archivo tal como usted lo envió.',
  noPurchases: 'Todavía no cuenta ninguna fila de compras.',
  purchases: (rows, amount) =>
    rows === 1 ? `Cuenta 1 fila de compras: ${amount}.` : `Cuentan ${format(rows)} filas de compras: ${amount}.`,
  membership: (rows) =>
    rows === 1 ? 'Tiene 1 fila de cantidades de miembros.' : `Tiene ${format(rows)} filas de cantidades de miembros.`,
  faulty: (rows) =>
    rows === 1
      ? '1 fila tiene errores y todavía no cuenta.'
      : `${format(rows)} filas tienen errores y todavía no cuentan.`,
  noErrors: 'No encontramos errores.',
  finding: (title, count, fix) => `${title} (${format(count)}): ${fix}`,
};

export const dataCheckMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };

/** Both languages group digits alike in the United States. */
function format(count: number): string {
  return count.toLocaleString('en-US');
}
