import type { Allocation } from '@redress/contract/console/allocations';
import { ExportButton } from '../ui/export-button.tsx';

/** Downloads of a computed or frozen allocation, and how to check them. */
export function AllocationFiles({ allocation: { id, status, sha256 } }: { readonly allocation: Allocation }) {
  if (sha256 === null) return null;
  const link = (file: string, label: string) => (
    <a className="button" href={`/api/console/allocations/${id}/${file}`} download>
      {label}
    </a>
  );
  return (
    <>
      <div className="actions">
        {link('allocation.csv', 'Allocation (CSV)')}
        {link('report.pdf', 'Report (PDF)')}
        {link('report.xlsx', 'Report (spreadsheet)')}
        {status === 'frozen' && (
          <ExportButton list="distribution" permission="approve-allocation" query={`allocation=${id}`} />
        )}
      </div>
      <p className="soft">
        To check the CSV file, run <code>npm run allocation:verify -- FILE</code>: a separate program computes every
        payment again and compares the SHA-256.
      </p>
      {status === 'frozen' && <p className="soft">Export … makes the distribution list by claim number.</p>}
    </>
  );
}
