import {
  memberColumns,
  type MemberColumn,
  type MemberFileColumns,
  type MemberMapping,
  optionalMemberColumns,
} from '@redress/contract/console/member-imports';
import { Select } from '../ui/choices.tsx';

const labels: Readonly<Record<MemberColumn, string>> = {
  notice_id: 'Notice ID',
  unique_id: 'Unique ID',
  first_name: 'First name',
  last_name: 'Last name',
  street: 'Street address',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  case: 'Case',
};

interface ColumnMappingProps {
  readonly columns: MemberFileColumns;
  readonly mapping: MemberMapping;
  /** Required columns that have an error, because none was chosen. */
  readonly missing: readonly MemberColumn[];
  readonly cases: readonly { readonly id: string; readonly caption: string }[];
  readonly onChange: (mapping: MemberMapping) => void;
}

/** Maps the file's columns, if its first line does not have the template's names. */
export function ColumnMapping({ columns, mapping, missing, cases, onChange }: ColumnMappingProps) {
  const { case: caseHeader, ...headers } = mapping.headers;
  const used = new Set(Object.values(mapping.headers));
  const unused = columns.headers.filter((header) => header !== '' && !used.has(header));
  const options = [...new Set(columns.headers)].flatMap((header) => (header === '' ? [] : [[header, header] as const]));
  return (
    <fieldset className="column-mapping">
      <legend>Match the columns</legend>
      {columns.before && <p>These columns are matched as in the last import of a file that had them.</p>}
      {memberColumns.map((column) =>
        column === 'case' ? (
          <Select
            key={column}
            label={labels.case}
            error={missing.includes('case') && !caseHeader && !mapping.caseId ? 'Choose the case.' : undefined}
            empty="Choose a case or a column"
            options={[
              ...options.map(([header]) => [`column ${header}`, header] as const),
              ...cases.map(({ id, caption }) => [`case ${id}`, `All rows: ${caption}`] as const),
            ]}
            value={caseHeader ? `column ${caseHeader}` : mapping.caseId ? `case ${mapping.caseId}` : ''}
            onChange={(chosen) => {
              const [kind, ...value] = chosen.split(' ');
              const text = value.join(' ');
              onChange(kind === 'case' ? { headers, caseId: text } : { headers: { ...headers, case: text } });
            }}
          />
        ) : (
          <Select
            key={column}
            label={labels[column]}
            error={missing.includes(column) && !mapping.headers[column] ? 'Choose a column.' : undefined}
            hint={
              column === 'last_name' && columns.wholeName !== undefined
                ? `The column “${columns.wholeName}” seems to have first and last names together. Split it into two columns in the file, or choose it to import each whole name as the last name.`
                : undefined
            }
            empty={optionalMemberColumns.has(column) ? 'Not in this file' : 'Choose a column.'}
            options={options}
            value={mapping.headers[column] ?? ''}
            onChange={(header) => onChange({ ...mapping, headers: { ...mapping.headers, [column]: header } })}
          />
        ),
      )}
      {unused.length > 0 && (
        <p>
          Not imported: <bdi>{unused.join(', ')}</bdi>
        </p>
      )}
    </fieldset>
  );
}
