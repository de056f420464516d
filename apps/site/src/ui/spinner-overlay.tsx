/**
 * Covers the page while something is on its way, and says what. The place for its words is always there: screen readers say what comes into
 * one, not one that comes with its words.
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
