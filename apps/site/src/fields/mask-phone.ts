/**
 * Writes what was typed by the mask `000 000-0000`, as long as it is digits and the caret stands at the end: correcting a digit in the
 * middle must not make the caret jump, and letters must stay for their message.
 */
export function maskPhone(input: HTMLInputElement): void {
  const typed = input.value;
  if (input.selectionStart !== typed.length || !/^[\d -]*$/.test(typed)) return;
  input.value = writePhone(typed.replace(/\D/g, ''));
}

/** `602` + `5550100` as far as it goes: `602 555-01`. More than ten digits are left as they are. */
export function writePhone(digits: string): string {
  if (digits.length > 10) return digits;
  return [
    digits.slice(0, 3),
    digits.length > 3 ? ` ${digits.slice(3, 6)}` : '',
    digits.length > 6 ? `-${digits.slice(6)}` : '',
  ].join('');
}
