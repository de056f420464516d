// This file has no other formats, which a page needs only once a claimant starts to fill in a form.

/** Writes ten digits as `000 000-0000`. Returns anything else unchanged. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2-$3');
}
