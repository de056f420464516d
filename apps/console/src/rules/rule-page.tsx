import './rules.css';
import type { RuleCase, RuleContent, RuleDetails, RuleVersion } from '@redress/contract/console/rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useSend } from '../ui/use-send.ts';
import { RuleContentList } from './rule-content-list.tsx';
import { RuleForm } from './rule-form.tsx';
import { ruleQuery, rulesQuery } from './rule-queries.ts';
import { RuleRuns } from './rule-runs.tsx';

/** `/rules/:id`: a rule, its dry runs and releases. */
export function Component() {
  const { id = '' } = useParams();
  const rule = useQuery(ruleQuery(id));
  const { data: known } = useQuery(rulesQuery);
  const ofCase = known?.cases.find((each) => each.id === rule.data?.caseId);
  return (
    <Page title={rule.data?.name ?? 'Rule'} actions={<LinkButton to="/rules">All rules</LinkButton>}>
      <QueryState query={rule}>
        {(details) => (
          <>
            <Content rule={details} ofCase={ofCase} />
            <RuleRuns rule={details} />
            <Versions versions={details.versions} ofCase={ofCase} />
          </>
        )}
      </QueryState>
    </Page>
  );
}

function Content({ rule, ofCase }: { readonly rule: RuleDetails; readonly ofCase: RuleCase | undefined }) {
  const sending = useSend();
  /** The version that is being changed. */
  const [changing, setChanging] = useState<RuleVersion>();
  const change = async (content: RuleContent) => {
    const headers = { 'if-match': `"${changing?.version ?? 0}"` };
    const isChanged = await sending.send(
      () => callApi('POST /rules/:id/versions', { params: { id: rule.id }, body: content, headers }),
      rulesQuery,
    );
    if (isChanged) setChanging(undefined);
  };
  const isOutdated = changing && changing.version !== rule.newest.version;
  return (
    <section className="panel" aria-labelledby="content">
      <h2 id="content">Version {rule.newest.version}</h2>
      {changing && ofCase ? (
        <>
          {isOutdated && (
            <p className="notice notice-warn" role="status">
              This rule was changed while you were editing it. Your changes are still here, but can’t be saved over the
              new version.
            </p>
          )}
          <RuleForm
            ofCase={ofCase}
            content={changing}
            sending={sending}
            submitLabel={`Save as version ${rule.newest.version + 1}`}
            onSubmit={change}
          />
          <Button look="link" onClick={() => setChanging(undefined)}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          <RuleContentList version={rule.newest} ofCase={ofCase} />
          <Button disabled={!ofCase} onClick={() => setChanging(rule.newest)}>
            Change …
          </Button>
        </>
      )}
    </section>
  );
}

function Versions({
  versions,
  ofCase,
}: {
  readonly versions: readonly RuleVersion[];
  readonly ofCase: RuleCase | undefined;
}) {
  const { formatMoment } = useMoments();
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      {versions.map((version) => (
        <details key={version.version} className="panel">
          <summary>
            Version {version.version}, {version.by}, {formatMoment(version.at)}
          </summary>
          <RuleContentList version={version} ofCase={ofCase} />
          <p className="soft hash">
            SHA-256: <code>{version.sha256}</code>
          </p>
        </details>
      ))}
    </section>
  );
}
