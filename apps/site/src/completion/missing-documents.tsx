import { useEffect, useState } from 'react';
import { readMissingDocuments } from '../browser/storage.ts';
import type { CompletionMessages } from '../messages/completion-messages.ts';
import { readPending } from '../uploads/pending-uploads.ts';

/** The documents that have not arrived, with a link to the page that can still send them. */
export function MissingDocuments(props: { readonly claimNumber: string; readonly messages: CompletionMessages }) {
  const { claimNumber, messages } = props;
  const [missing, setMissing] = useState<{ readonly path: string; readonly names: readonly string[] }>();
  useEffect(() => {
    const found = readMissingDocuments(claimNumber);
    setMissing(found && { path: found.path, names: readPending(claimNumber).map(({ name }) => name) });
  }, [claimNumber]);
  if (!missing) return null;
  return (
    <div className="note warn">
      <p>{messages.missing}</p>
      {missing.names.length > 0 && (
        <ul>
          {missing.names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      <p>
        <a className="button quiet" href={missing.path}>
          {messages.sendMissing}
        </a>
      </p>
    </div>
  );
}
