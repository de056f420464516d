/**
 * Covers the page during a request. The status element is always rendered, because screen readers
 * announce only changes of its text.
 */
export function SpinnerOverlay({ label }: { readonly label: string | undefined }) {
  const isShown = label !== undefined;
  return (
    <div className={isShown ? 'spinner-overlay' : 'visually-hidden'}>
      {isShown && <div className="spinner" aria-hidden="true" />}
      <p role="status">{label}</p>
    </div>
  );
}
