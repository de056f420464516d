const lines = (count: number) => Array.from({ length: count }, (_, index) => <span key={index} className="skeleton" />);

/** Keeps the layout while the claim loads. */
export function ClaimSkeleton() {
  return (
    <>
      <div className="panel">{lines(4)}</div>
      <div className="claim-columns">
        {[8, 5, 6].map((count) => (
          <div key={count} className="claim-column">
            <div className="panel">{lines(count)}</div>
          </div>
        ))}
      </div>
    </>
  );
}
