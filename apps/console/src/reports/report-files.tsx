import type { Report } from '@redress/contract/console/reports';

/** Downloads of a report, with the hashes for checking the files. */
export function ReportFiles({ report: { id, pdfSha256, workbookSha256, seal } }: { readonly report: Report }) {
  const files = [
    { name: 'PDF', extension: 'pdf', sha256: pdfSha256 },
    { name: 'Spreadsheet', extension: 'xlsx', sha256: workbookSha256 },
  ];
  return (
    <ul className="plain-list report-files">
      {files.map(({ name, extension, sha256 }) => (
        <li key={name}>
          <a href={`/api/console/reports/${id}/report.${extension}`} download>
            {name}
            <span className="visually-hidden"> as of seal {seal.position}</span>
          </a>{' '}
          SHA-256 <code>{sha256}</code>
        </li>
      ))}
    </ul>
  );
}
