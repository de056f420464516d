import { settlement } from '@redress/content/settlement';
import { everyCase, type RoleInCase, roles } from '@redress/contract/console/staff';
import { caseIdsOf } from '@redress/contract/settlement';
import { readKeys } from '../../platform/start/bootstrap.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { inviteAsOperator } from '../../console/accounts/invitations.ts';
import { invitationHours } from '../../console/sign-in/staff-links.ts';
import { type CommandContext, defineCommand, print, printNotice, runAsProgram, withInfrastructure } from './command.ts';

const cases = caseIdsOf(settlement);

const usage = `Usage: npm run staff:invite -- --email ADDRESS [--name NAME] [--role ROLE[@CASE]]…

Prints a link that sets up a console account. For an existing account, the link sets up a new way to sign in, which replaces all others; use it when all staff are locked out. The command enables a disabled account and adds the roles at once. The account's history records that the operator did it.
  --email ADDRESS  the address of the account
  --name NAME      required for a new account
  --role ROLE      ${roles.join(', ')}; for every case, or with @CASE for one (${cases.join(', ')}); can be repeated
The link works once, for ${invitationHours} hours. Hand it over safely: the first person who opens it gets the account.`;

async function invite(
  command: CommandContext,
  entered: { readonly name: string; readonly email: string; readonly roles: readonly RoleInCase[] },
): Promise<number> {
  const { database, config } = command;
  const keys = await readKeys(config, command);
  const context = { database, keys, settlement, publicUrl: config.publicUrl, now: () => new Date() };
  const { address, expiresAt, isNew } = await inviteAsOperator(context, entered).catch((error: unknown) => {
    if (!(error instanceof ProblemError)) throw error;
    throw new StartError(error.extras.errors?.map(({ message }) => message).join(' ') ?? error.message);
  });
  printNotice(
    `${isNew ? 'A new account' : 'The account exists: this replaces every way to sign in'}. The link works once, until ${expiresAt.toISOString()}.`,
  );
  print(address);
  return 0;
}

/** `reviewer`, or `reviewer@case`. */
function readRole(text: string): RoleInCase | undefined {
  const [name = '', caseId = everyCase] = text.split('@');
  const role = roles.find((each) => each === name);
  return role !== undefined && (caseId === everyCase || cases.includes(caseId)) ? { role, caseId } : undefined;
}

export const main = defineCommand({
  usage,
  options: {
    email: { type: 'string' },
    name: { type: 'string', default: '' },
    role: { type: 'string', multiple: true, default: [] },
  },
  takesArguments: ({ email, role }, args) =>
    args.length === 0 && email !== undefined && role.every((each) => readRole(each) !== undefined),
  run: ({ email = '', name, role }) =>
    withInfrastructure((context) =>
      invite(context, { name, email, roles: role.flatMap((each) => readRole(each) ?? []) }),
    ),
});

await runAsProgram(import.meta.filename, main);
