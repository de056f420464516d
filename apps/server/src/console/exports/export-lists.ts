import { accessLogExport } from './access-log-export.ts';
import { claimsExport } from './claims-export.ts';
import { distributionExport } from './distribution-export.ts';
import type { ExportList } from './export-list.ts';
import { idRequestsExport } from './id-requests-export.ts';
import { lettersExport } from './letters-export.ts';
import { membersExport } from './members-export.ts';

const exportLists: readonly ExportList[] = [
  claimsExport,
  lettersExport,
  membersExport,
  idRequestsExport,
  distributionExport,
  accessLogExport,
];

export const findExportList = (name: string): ExportList | undefined => exportLists.find((list) => list.name === name);
