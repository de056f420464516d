// Apart from other formats, which a page needs only once someone has started to fill in a form.

/** Ten digits as `000 000-0000`. Returns anything else unchanged. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2-$3');
}
