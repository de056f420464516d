/** Covers the page while something is on its way, and says what. */
export function SpinnerOverlay({ label }: { readonly label: string }) {
  return (
    <div className="spinner-overlay">
      <div className="spinner" aria-hidden="true" />
      {/* An alert: a status that comes together with its words is not said. */}
      <p role="alert">{label}</p>
    </div>
  );
}
