import type { ReportContent } from '@redress/contract/console/reports';
import { createClaimsReport } from '@redress/documents/claims-report';
import { createClaimsReportWorkbook } from '@redress/documents/claims-report-workbook';
import { serveTasks } from '../../platform/jobs/task-process.ts';

serveTasks({
  run: async (content: ReportContent) => ({
    pdf: await createClaimsReport(content),
    workbook: Buffer.from(await createClaimsReportWorkbook(content)),
  }),
});
