import { useRef, useState } from 'react';
import type { CompletionMessages } from '../messages/completion-messages.ts';

interface Props {
  /** A reference number, or a claim number alone. */
  readonly reference: string;
  readonly messages: CompletionMessages;
  /** Whether the script runs: only it can copy. */
  readonly canCopy: boolean;
}

/** The number in groups that can be read out over the phone. Only the style separates them. */
export function ReferenceNumber({ reference, messages, canCopy }: Props) {
  const number = useRef<HTMLElement>(null);
  const [result, setResult] = useState<'copied' | 'selected'>();
  async function copy() {
    setResult(undefined);
    const isCopied = await copyText(reference, number.current);
    setResult(isCopied ? 'copied' : 'selected');
  }
  return (
    <>
      <dd className="reference" ref={number}>
        {splitIntoGroups(reference).map((group, index) => (
          // The groups of a number never change.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>{group}</span>
        ))}
      </dd>
      <dd className={canCopy ? 'copy' : 'copy with-script'}>
        <button type="button" className="button quiet" onClick={() => void copy()}>
          {messages.copy}
        </button>
        <span aria-live="polite">{result && messages[result]}</span>
      </dd>
    </>
  );
}

/** `99999REF1048823917` becomes `99999REF`, `104`, `882` and `3917`. */
export const splitIntoGroups = (reference: string): readonly string[] =>
  /^(.*?)(\d{3})(\d{3})(\d{4})$/.exec(reference)?.slice(1).filter(Boolean) ?? [reference];

/** Selects the number where the browser does not allow to copy. */
async function copyText(text: string, element: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No permission, or no HTTPS.
  }
  if (!element) return false;
  getSelection()?.selectAllChildren(element);
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- works where `navigator.clipboard` does not
    return document.execCommand('copy');
  } catch {
    return false;
  }
}
