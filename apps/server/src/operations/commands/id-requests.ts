import { listIdRequests, type StoredIdRequest } from '../../id-requests/id-requests.ts';
import { type CommandContext, print, runCommand, withInfrastructure } from './command.ts';

const usage = `Usage: npm run -s id-requests [-- --after NUMBER]

Prints the requests of people who lost their notice as CSV, oldest first. It holds personal data: keep it safe, and delete it when they are answered.
  --after NUMBER  only requests with a higher number: the ones that came in since the last list
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
} as const satisfies Readonly<Record<string, (request: StoredIdRequest) => string>>;

const rowsPerQuery = 1_000;
/** Longer than it takes to store a request. */
const settledAfterMs = 60_000;

async function list({ database }: CommandContext, after: string): Promise<number> {
  print(Object.keys(columns).join(','));
  const before = new Date(Date.now() - settledAfterMs);
  for (let last = after; ;) {
    const requests = await listIdRequests(database, { after: last, before, limit: rowsPerQuery });
    for (const request of requests)
      print(
        Object.values(columns)
          .map((read) => formatCell(read(request)))
          .join(','),
      );
    const next = requests.at(-1);
    if (!next) return 0;
    last = next.id;
  }
}

/** A cell that spreadsheets would compute begins with an apostrophe instead. */
function formatCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

await runCommand({
  usage,
  options: { after: { type: 'string', default: '0' } },
  takesArguments: ({ after }, args) => args.length === 0 && /^\d{1,18}$/.test(after),
  run: ({ after }) => withInfrastructure((context) => list(context, after)),
});
