import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { QueryState } from '../ui/query-state.tsx';
import { useNames } from '../ui/use-names.ts';
import { useSend } from '../ui/use-send.ts';
import { letterListsQuery } from './id-request-queries.ts';

/** The due letters with IDs, and the lists for the mail house. */
export function Letters() {
  const lists = useQuery(letterListsQuery);
  const { caseName } = useNames();
  const { formatMoment } = useMoments();
  return (
    <section className="panel" aria-labelledby="letters">
      <h2 id="letters">Letters for the mail house</h2>
      <p>
        Each list has Notice IDs, names, addresses, and languages. It has no Unique IDs; the mail house looks those up
        in its own notice file.
      </p>
      <QueryState query={lists}>
        {({ waiting, lists: made }) => (
          <>
            {waiting.length === 0 && <p>No letters due.</p>}
            {waiting.map(({ caseId, letters }) => (
              <MakeList
                key={caseId}
                caseId={caseId}
                text={`${formatCounted(letters, 'letter')} due in ${caseName(caseId)}`}
              />
            ))}
            {made.length > 0 && (
              <ul>
                {made.map(({ id, caseId, letters, madeBy, madeAt }) => (
                  <li key={id}>
                    <a href={`/api/console/id-letters/${id}/letters.csv`} download>
                      List {id}
                    </a>
                    : {formatCounted(letters, 'letter')} in {caseName(caseId)},{' '}
                    <span className="soft">
                      {formatMoment(madeAt)} by {madeBy}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </QueryState>
    </section>
  );
}

function MakeList({ caseId, text }: { readonly caseId: string; readonly text: string }) {
  const queries = useQueryClient();
  const { isSending, failure, send } = useSend();
  return (
    <div>
      <Failure error={failure} />
      <p className="actions">
        {text}
        <Button
          look="main"
          disabled={isSending}
          onClick={() =>
            send(async () => {
              await callApi('POST /id-letters', { body: { caseId } });
            }).then(() => queries.invalidateQueries({ queryKey: letterListsQuery.queryKey }))
          }
        >
          {isSending ? 'Creating list …' : 'Create list'}
        </Button>
      </p>
    </div>
  );
}
