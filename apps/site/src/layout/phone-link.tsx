/** A United States number, `1-800-555-0100`, as a link that a phone dials (RFC 3966). */
export function PhoneLink({ phone }: { readonly phone: string }) {
  return (
    <a className="phone-number" href={`tel:+${phone}`}>
      {phone}
    </a>
  );
}
