/** Covers the page during a request. Always rendered: screen readers announce only changes. */
export function SpinnerOverlay({ label }: { readonly label: string | undefined }) {
  const isShown = label !== undefined;
  return (
    <div className={isShown ? 'spinner-overlay' : 'visually-hidden'}>
      {isShown && <div className="spinner" aria-hidden="true" />}
      <p role="status">{label}</p>
    </div>
  );
}
