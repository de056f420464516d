import { useRef, useState } from 'react';
import type { CompletionMessages } from '../messages/completion-messages.ts';
import { GroupedReference } from '../ui/grouped-reference.tsx';

interface Props {
  readonly reference: string;
  readonly messages: CompletionMessages;
  /** Whether the script runs, because copying needs it. */
  readonly canCopy: boolean;
}

/** The number, with a button that copies it. */
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
        <GroupedReference reference={reference} />
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

/** Selects the number if the browser does not allow copying. */
async function copyText(text: string, element: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The page has no permission, or no HTTPS.
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
