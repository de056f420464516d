import { Button } from '../ui/button.tsx';

/** The form that made the codes is gone, and they are never shown again. */
const focusOnce = (heading: HTMLElement | null) => heading?.focus();

/** Shows recovery codes once, to download, print or copy. */
export function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const download = () => {
    const text = `Recovery codes for ${location.host}/console. Each works once in place of a code from your app.\n\n${codes.join('\n')}\n`;
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = 'recovery-codes.txt';
    anchor.click();
    URL.revokeObjectURL(address);
  };
  return (
    <section aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" tabIndex={-1} ref={focusOnce}>
        Your recovery codes
      </h2>
      <p>
        Each works once in place of a code from your app, for example if you lose your phone. Earlier codes no longer
        work. You won’t see these again, so keep them with your important papers.
      </p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="actions">
        <Button onClick={download}>Download</Button>
        <Button onClick={() => window.print()}>Print</Button>
        <Button look="main" onClick={onKept}>
          I saved them
        </Button>
      </div>
    </section>
  );
}
