import type { NoticeIds } from './unique-id.ts';

/** The IDs of the first of the invented class members (CSV whose first two columns are the IDs); none where there is only a header. */
export function demonstrationLogin(csv: string): NoticeIds | undefined {
  const [, first = ''] = csv.split(/\r?\n/);
  const [noticeId = '', uniqueId = ''] = first.split(',');
  return noticeId === '' || uniqueId === '' ? undefined : { noticeId, uniqueId };
}
