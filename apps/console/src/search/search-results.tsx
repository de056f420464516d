import { flagLabels } from '@redress/contract/console/claim-labels';
import { shortenFormTitle } from '@redress/contract/console/form-title';
import type { FoundClaim, FoundMember, Match } from '@redress/contract/console/search';
import { formatCourtDay } from '@redress/contract/language';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { listState } from '../ui/list-position.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Table } from '../ui/table.tsx';
import { useNames } from '../ui/use-names.ts';
import { matchNames } from './messages.ts';

export const claimColumns = ['Claim', 'Name', 'Status', 'Filed', 'Address', 'Form', 'Found by'];
const memberColumns = ['Notice ID', 'Name', 'Claim', 'Address', 'Found by'];

export function ClaimResults({ claims }: { readonly claims: readonly FoundClaim[] }) {
  const { forms, cases } = useSession().settlement;
  const { caseName } = useNames();
  const { pathname, search } = useLocation();
  const numbers = claims.map(({ number }) => number);
  const list = listState({ backTo: pathname + search, label: 'Search', numbers });
  return (
    <ResultTable title="Claims" columns={claimColumns}>
      {claims.map((claim) => (
        <tr key={claim.number}>
          <td className="figures">
            <Link to={`/claims/${claim.number}`} state={list}>
              {claim.number}
            </Link>
          </td>
          <td>
            {claim.name === '' ? <span className="soft">No name</span> : <bdi>{claim.name}</bdi>}
            {cases.length > 1 && <div className="soft nowrap">{caseName(claim.caseId)}</div>}
          </td>
          <td>
            <ClaimState claim={claim} />
          </td>
          <td className="nowrap">{formatCourtDay(claim.filedDay)}</td>
          <td>{[claim.state, claim.zip].filter((part) => part !== '').join(' ')}</td>
          <td>{shortenFormTitle(forms.find(({ id }) => id === claim.formId)?.title ?? claim.formId)}</td>
          <FoundBy matches={claim.foundBy} />
        </tr>
      ))}
    </ResultTable>
  );
}

/** Status and flags, which callers ask about first. */
function ClaimState({ claim: { status, flags } }: { readonly claim: FoundClaim }) {
  // The status already shows this.
  const others = flags.filter((flag) => flag !== 'documents-missing' && flag !== 'no-script');
  return (
    <>
      <StatusBadge status={status} />{' '}
      {others.map((flag) => (
        <span key={flag} className="tag tag-warn">
          {flagLabels[flag]}
        </span>
      ))}
    </>
  );
}

export function MemberResults({ members }: { readonly members: readonly FoundMember[] }) {
  const { cases } = useSession().settlement;
  const { caseName } = useNames();
  return (
    <ResultTable
      title={members.some(({ hasFiled }) => hasFiled) ? 'Class members' : 'Class members who have not filed'}
      columns={memberColumns}
    >
      {members.map((member) => (
        <tr key={member.noticeId}>
          <td className="figures">
            <Link to={`/members/${member.noticeId}`}>{member.noticeId}</Link>
          </td>
          <td>
            <bdi>{member.name}</bdi>
            {cases.length > 1 && <div className="soft">{caseName(member.caseId)}</div>}
          </td>
          <td className="soft">{member.hasFiled ? 'Filed' : 'Not filed'}</td>
          <td>
            <bdi>{[member.city, `${member.state} ${member.zip}`.trim()].filter((part) => part !== '').join(', ')}</bdi>
          </td>
          <FoundBy matches={member.foundBy} />
        </tr>
      ))}
    </ResultTable>
  );
}

function FoundBy({ matches }: { readonly matches: readonly Match[] }) {
  return <td className="soft">{matches.map((match) => matchNames[match]).join(', ')}</td>;
}

interface ResultTableProps {
  readonly title: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}

function ResultTable({ title, columns, children }: ResultTableProps) {
  return (
    <section className="search-results">
      <h2>{title}</h2>
      <Table label={title} className="list-table" columns={columns}>
        {children}
      </Table>
    </section>
  );
}
