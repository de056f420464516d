import {
  type MemberColumn,
  memberColumns,
  type MemberFileColumns,
  type MemberHeaders,
} from '@redress/contract/console/member-imports';
import { Readable } from 'node:stream';
import { readCell, readRows } from './read-member-rows.ts';

/** Column names in other lists, without spaces and punctuation; the likeliest comes first. */
const otherNames: Readonly<Record<MemberColumn, readonly string[]>> = {
  notice_id: ['noticenumber', 'noticeno', 'notice'],
  unique_id: ['uniquecode', 'uniquenumber', 'pin'],
  first_name: ['fname', 'givenname', 'first'],
  last_name: ['lname', 'surname', 'familyname', 'last'],
  street: ['streetaddress', 'address', 'address1', 'addressline1', 'mailingaddress'],
  city: ['town'],
  state: ['st', 'province'],
  zip: ['zipcode', 'postalcode', 'postcode'],
  case: ['caseid', 'settlement'],
};
/** Names of columns with whole names. Only a person can say which part is the last name. */
const wholeNames = ['name', 'fullname', 'membername', 'claimantname'];

/** The columns of a file that starts with this text, and their probable meanings. */
export async function readMemberColumns(start: string): Promise<MemberFileColumns> {
  let headers: string[] = [];
  for await (const { cells } of readRows(Readable.from([start.replace(/^\uFEFF/, '')]))) {
    headers = cells.map(readCell);
    break;
  }
  const names = headers.map((header) => header.toLowerCase());
  const plain = names.map((name) => name.replaceAll(/[^a-z0-9]/g, ''));
  const suggested: MemberHeaders = {};
  for (const column of memberColumns) {
    const likely = [column.replace('_', ''), ...otherNames[column]].find((name) => plain.includes(name));
    if (likely !== undefined) suggested[column] = headers[plain.indexOf(likely)] ?? '';
  }
  const wholeName = headers.find((_header, index) => wholeNames.includes(plain[index] ?? ''));
  return {
    headers,
    suggested,
    ...(wholeName !== undefined &&
      suggested.first_name === undefined &&
      suggested.last_name === undefined && { wholeName }),
    isTemplate: memberColumns.every((column) => names.includes(column)),
  };
}
