import './integrity.css';
import '@redress/ui/charts/charts.css';
import { type Cluster, hasOpenSample } from '@redress/contract/console/integrity';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { LinkButton } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { PanelSkeleton, QueryState } from '../ui/query-state.tsx';
import { numeric, Table } from '../ui/table.tsx';
import { useNames } from '../ui/use-names.ts';
import { ClusterTimeline } from './cluster-timeline.tsx';
import { ClusterVerdicts } from './cluster-verdicts.tsx';
import { linkNames } from './describe-score.ts';
import { clusterQuery } from './integrity-queries.ts';
import { SideBySide } from './side-by-side.tsx';

/** `/clusters/:id`: the values that a cluster's claims share, and verdicts on all of them. */
export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(clusterQuery(id));
  return (
    <Page title={`Cluster ${id}`} actions={<LinkButton to="/clusters">All clusters</LinkButton>}>
      <QueryState
        query={query}
        missing={<p>This cluster isn’t in your cases. It may have become part of a larger one.</p>}
        skeleton={<PanelSkeleton lines={8} />}
      >
        {(cluster) => <ClusterParts key={cluster.id} cluster={cluster} />}
      </QueryState>
    </Page>
  );
}

function ClusterParts({ cluster }: { readonly cluster: Cluster }) {
  const isBlind = hasOpenSample(cluster.verdicts);
  return (
    <>
      <ClusterFacts cluster={cluster} isBlind={isBlind} />
      <ClusterVerdicts cluster={cluster} />
      {isBlind ? (
        <p className="notice">
          Scores and the other claims appear when you have recorded a finding on every claim in your sample.
        </p>
      ) : (
        <>
          <ClusterTimeline cluster={cluster} />
          <Template cluster={cluster} />
          <SideBySide cluster={cluster} />
          <Links cluster={cluster} />
        </>
      )}
    </>
  );
}

function ClusterFacts({ cluster, isBlind }: { readonly cluster: Cluster; readonly isBlind: boolean }) {
  const { caseName, formName } = useNames();
  const { formatMoment } = useMoments();
  const { size, forms, caseId, firstFiled, lastFiled, duplicate, machine, judged, more, members } = cluster;
  return (
    <div className="panel">
      <Facts
        className="facts-columns"
        rows={[
          ['Claims', formatCount(size)],
          ['Form', forms.map(formName).join(', ')],
          ['Case', caseName(caseId)],
          ['First filed', formatMoment(firstFiled)],
          ['Last filed', formatMoment(lastFiled)],
          !isBlind && ['Possible duplicates', formatCount(duplicate)],
          !isBlind && ['Suspected machine', formatCount(machine)],
          ['With a finding', formatCount(judged)],
        ]}
      />
      {more && (
        <p className="notice">
          This page shows the first {formatCount(members.length)} of {formatCounted(size, 'claim')}. Shared values,
          times, and links cover only these.
        </p>
      )}
    </div>
  );
}

/** The values that most claims share, field by field. */
function Template({ cluster: { fields } }: { readonly cluster: Cluster }) {
  const shared = fields.filter(({ template }) => template !== null);
  return (
    <section className="cluster-part" aria-labelledby="template">
      <h2 id="template">What they have in common</h2>
      {shared.length === 0 ? (
        <p>No field follows the same pattern in most of these claims.</p>
      ) : (
        <>
          <p className="soft">
            Shared text is shown as filed; varying letters appear as <code>a</code>, varying digits as <code>0</code>.
          </p>
          <Table label="Field patterns" columns={['Field', 'Pattern', numeric('Different values')]}>
            {shared.map(({ name, label, template, distinct }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td>
                  <code>{template}</code>
                </td>
                <td className="number">{distinct === 1 ? 'All the same' : formatCount(distinct)}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </section>
  );
}

const maxLinks = 100;

function Links({ cluster: { links } }: { readonly cluster: Cluster }) {
  const shown = links.slice(0, maxLinks);
  return (
    <section className="cluster-part" aria-labelledby="links">
      <h2 id="links">Links</h2>
      {shown.length === 0 ? (
        <p>The claims on this page aren’t linked to each other.</p>
      ) : (
        <Table label="Linked claims" columns={['Claim', 'Linked to', 'By', 'Strength']}>
          {shown.map(({ claim, other, kinds, strong }) => (
            <tr key={`${claim} ${other}`}>
              <td className="figures">
                <Link to={`/claims/${claim}`}>{claim}</Link>
              </td>
              <td className="figures">
                <Link to={`/claims/${other}`}>{other}</Link>
              </td>
              <td>{kinds.map((kind) => linkNames[kind]).join(', ')}</td>
              <td>{strong ? 'Strong' : 'Weak'}</td>
            </tr>
          ))}
        </Table>
      )}
      {links.length > maxLinks && (
        <p className="soft">{formatCount(links.length - maxLinks)} more links are on the claims’ own pages.</p>
      )}
    </section>
  );
}
