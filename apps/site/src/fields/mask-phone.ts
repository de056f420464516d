/** Formats a phone number while it is typed, unless the caret is inside it or it has letters. */
export function maskPhone(input: HTMLInputElement): void {
  const typed = input.value;
  if (input.selectionStart !== typed.length || !/^[\d -]*$/.test(typed)) return;
  input.value = formatPartialPhone(typed.replace(/\D/g, ''));
}

/** Formats the digits so far: `60255501` as `602 555-01`. More than ten digits stay unformatted. */
export function formatPartialPhone(digits: string): string {
  if (digits.length > 10) return digits;
  return [
    digits.slice(0, 3),
    digits.length > 3 ? ` ${digits.slice(3, 6)}` : '',
    digits.length > 6 ? `-${digits.slice(6)}` : '',
  ].join('');
}
