/** Recovery codes, which are shown once: to download, print or copy. */
export function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const download = () => {
    const text = `Recovery codes for ${location.host}/console. Each works once, instead of the code of your app.\n\n${codes.join('\n')}\n`;
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = 'recovery-codes.txt';
    anchor.click();
    URL.revokeObjectURL(address);
  };
  return (
    <section aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">Your recovery codes</h2>
      <p>
        Each replaces the code of your app once, for example when your phone is lost. They are shown only now: keep them
        where you keep important papers.
      </p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="actions">
        <button type="button" className="button" onClick={download}>
          Download
        </button>
        <button type="button" className="button" onClick={() => window.print()}>
          Print
        </button>
        <button type="button" className="button button-main" onClick={onKept}>
          I have kept them
        </button>
      </div>
    </section>
  );
}
