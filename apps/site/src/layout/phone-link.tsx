/** A US number such as `1-800-555-0100` as a `tel:` link (RFC 3966). */
export function PhoneLink({ phone }: { readonly phone: string }) {
  return (
    <a className="unbroken" href={`tel:+${phone}`}>
      {phone}
    </a>
  );
}
