import { vi } from 'vitest';
import type { CommandResult } from './run-command.ts';

/** The keys are names of files. */
const commands = {
  backup: () => import('@redress/server/operations/commands/backup'),
  'claims-verify': () => import('@redress/server/operations/commands/claims-verify'),
  'data-check': () => import('@redress/server/operations/commands/data-check'),
  demo: () => import('@redress/server/operations/commands/demo'),
  doctor: () => import('@redress/server/operations/commands/doctor'),
  'documents-copy': () => import('@redress/server/operations/commands/documents-copy'),
  'id-requests': () => import('@redress/server/operations/commands/id-requests'),
  jobs: () => import('@redress/server/operations/commands/jobs'),
  'keys-rotate': () => import('@redress/server/operations/commands/keys-rotate'),
  'members-import': () => import('@redress/server/operations/commands/members-import'),
  purge: () => import('@redress/server/operations/commands/purge'),
  restore: () => import('@redress/server/operations/commands/restore'),
  'staff-invite': () => import('@redress/server/operations/commands/staff-invite'),
};

/**
 * Runs a command in the process of the test, which takes milliseconds instead of a second.
 * Meanwhile, it replaces the environment and output of the process, so only one runs at a time.
 */
export async function callCommand(
  name: keyof typeof commands,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<CommandResult> {
  const { main } = await commands[name]();
  const result = { code: -1, out: '', err: '' };
  const write = (stream: 'out' | 'err') => (text: string | Uint8Array) => {
    const line = typeof text === 'string' ? text : Buffer.from(text).toString();
    // Progress appears every five seconds, counted from the start of this process.
    if (stream === 'out' || !line.startsWith('… ')) result[stream] += line;
    return true;
  };
  const before = process.env;
  const streams = [
    vi.spyOn(process.stdout, 'write').mockImplementation(write('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(write('err')),
  ];
  process.env = { PATH: before['PATH'], ...environment };
  try {
    result.code = await main(args);
  } finally {
    process.env = before;
    for (const stream of streams) stream.mockRestore();
  }
  return result;
}
