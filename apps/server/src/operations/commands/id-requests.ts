import { formatCell } from '../../platform/csv/csv-text.ts';
import { countAnsweredIdRequests, listIdRequests, type StoredIdRequest } from '../../site/lost-ids/id-requests.ts';
import {
  type CommandContext,
  defineCommand,
  formatCount,
  print,
  printNotice,
  runAsProgram,
  withInfrastructure,
} from './command.ts';

const usage = `Usage: npm run -s id-requests [-- --after NUMBER] [--all]

Prints the requests of people who lost their notice as CSV, oldest first, without those that were answered in the console. The list holds personal data: keep it safe, and delete it once the requests are answered.
  --after NUMBER  only requests with a higher number: the ones that came in since the last list
  --all           also those that were answered
The last column says what has been done: "open", "asked-for-more" or "answered".
Requests of the last minute are left to the next list.`;

const columns = {
  number: ({ id }) => id,
  requested_at: (request) => request.requested_at.toISOString(),
  case: (request) => request.case_id,
  language: ({ language }) => language,
  name: ({ name }) => name,
  street: ({ street }) => street,
  city: ({ city }) => city,
  state: ({ state }) => state,
  zip: ({ zip }) => zip,
  phone: ({ phone }) => phone ?? '',
  email: ({ email }) => email ?? '',
  suspected_machine: (request) => (request.suspected_machine ? 'yes' : ''),
  state_of_answer: (request) => request.answer_state,
} as const satisfies Readonly<Record<string, (request: StoredIdRequest) => string>>;

const rowsPerQuery = 1_000;
/** Storing a request takes less time than this. */
const settledAfterMs = 60_000;

async function list({ database }: CommandContext, after: string, withAnswered: boolean): Promise<number> {
  print(Object.keys(columns).join(','));
  const before = new Date(Date.now() - settledAfterMs);
  for (let last = after; ;) {
    const requests = await listIdRequests(database, { after: last, before, limit: rowsPerQuery, withAnswered });
    for (const request of requests)
      print(
        Object.values(columns)
          .map((read) => formatCell(read(request)))
          .join(','),
      );
    const next = requests.at(-1);
    if (!next) break;
    last = next.id;
  }
  const answered = withAnswered ? 0 : await countAnsweredIdRequests(database, { after, before });
  if (answered > 0)
    printNotice(
      `${answered === 1 ? '1 request was' : `${formatCount(answered)} requests were`} answered in the console and left out. Add --all to list everything.`,
    );
  return 0;
}

export const main = defineCommand({
  usage,
  options: { after: { type: 'string', default: '0' }, all: { type: 'boolean', default: false } },
  takesArguments: ({ after }, args) => args.length === 0 && /^\d{1,18}$/.test(after),
  run: ({ after, all }) => withInfrastructure((context) => list(context, after, all)),
});

await runAsProgram(import.meta.filename, main);
