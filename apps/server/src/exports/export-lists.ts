import { claimsExport } from './claims-export.ts';
import type { ExportList } from './export-list.ts';

/** Every list that can be exported. */
const exportLists: readonly ExportList[] = [claimsExport];

export const findExportList = (name: string): ExportList | undefined => exportLists.find((list) => list.name === name);
