/** The files of a report, which the process renders from its content. */
export interface ReportFiles {
  readonly pdf: Buffer;
  readonly workbook: Buffer;
}

export const reportProcess = new URL('./report-process.ts', import.meta.url);

/** Each file with its extension and type. */
export const reportFiles = [
  ['pdf', 'pdf', 'application/pdf'],
  ['workbook', 'xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
] as const;
