import { secretSettings } from '@redress/server/platform/start/credentials';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serverNodeOptions } from '../../tools/server-options.mjs';
import { hasProgram } from '../setup/programs.ts';
import { makeFolder } from '../setup/folders.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'deploy/systemd');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const [website, command] = ['redress.service', 'redress-command@.service'];
const timers = readdirSync(folder).filter((file) => file.endsWith('.timer'));

describe.skipIf(!hasProgram('systemd-analyze', ['--version']))('systemd-analyze', () => {
  // The largest parts of the rest: sockets, the network, and no MemoryDenyWriteExecute.
  test.each([website, command])('scores the exposure of %s with 1.1 of 10 at most', (file) => {
    const args = ['security', '--offline=true', '--no-pager', '--threshold=11', join(folder, file)];
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    expect([status, /Overall exposure level.*/.exec(stdout)?.[0]]).toEqual([0, expect.any(String)]);
  });

  test.each([website, ...timers])('finds nothing wrong in %s and in what it starts', (file) => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, file)], { encoding: 'utf8' });
    const isOfUs = (line: string) =>
      line.includes('redress') && !/Command \/opt\/redress\/\S+ is not executable/.test(line);
    expect(stderr.split('\n').filter(isOfUs)).toEqual([]);
  });

  test('finds what is wrong in a unit', async () => {
    const file = join(await makeFolder(), 'redress.service');
    await writeFile(file, read(website).replace('Restart=on-failure', 'Restart=sometimes'));
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    expect(stderr).toContain('sometimes');
  });
});

test.each([website, command])('%s loads every secret setting as a credential', (file) => {
  const loaded = [...read(file).matchAll(/^LoadCredential=(.+):\/etc\/redress\/credentials\/(.+)$/gm)];
  expect(loaded.map(([, name]) => name)).toEqual([...secretSettings]);
  expect(loaded.every(([, name, path]) => name === path)).toBe(true);
});

test('the website and the commands are confined alike', () => {
  const confinementOf = (file: string) => read(file).match(/^# Secrets: [\s\S]*^SystemCallErrorNumber=.*$/m)?.[0];
  expect(confinementOf(website)).toBeDefined();
  expect(confinementOf(command)).toBe(confinementOf(website));
});

test('the units run programs that exist, with the options of npm start', () => {
  const [, options, main = ''] = /^ExecStart=\S+\/node (--.+) (apps\S+)$/m.exec(read(website)) ?? [];
  expect([options, existsSync(join(root, main))]).toEqual([serverNodeOptions.join(' '), true]);
  const [, commands = ''] = /^ExecStart=\S+\/node (apps\S+)\/%i\.ts \$ARGUMENTS$/m.exec(read(command)) ?? [];
  const units = timers.map((file) => /^Unit=redress-command@(.+)\.service$/m.exec(read(file))?.[1] ?? '');
  expect(units.toSorted()).toEqual(['backup', 'claims-verify', 'purge']);
  for (const unit of units) {
    expect(existsSync(join(root, commands, `${unit}.ts`)), unit).toBe(true);
    expect(existsSync(join(folder, `redress-command@${unit}.service.d/arguments.conf`)), unit).toBe(true);
  }
});

test.each([
  ['backup', 3.5, 24],
  ['claims-verify', 20, 7 * 24],
  ['purge', 20, 7 * 24],
])(
  'the alert of %s follows three attempts of %f hours each, which no earlier run shortens',
  (unit, hours, timerHours) => {
    const settings = `${read(command)}${read(`redress-command@${unit}.service.d/arguments.conf`)}`;
    const lastOf = (name: string) => settings.match(new RegExp(`(?<=^${name}=).+$`, 'gm'))?.at(-1) ?? '';
    expect([lastOf('StartLimitBurst'), lastOf('RestartSec')]).toEqual(['3', '5min']);
    const [, count, timeUnit] = /(\d+)([hd])/.exec(lastOf('StartLimitIntervalSec')) ?? [];
    const interval = Number(count) * (timeUnit === 'd' ? 24 : 1);
    expect(interval).toBeGreaterThan(3 * (hours + 5 / 60));
    expect(interval).toBeLessThan(timerHours);
  },
);

test('a unit that failed is reported by email, with the end of its journal', async () => {
  const bin = await makeFolder();
  const programs = {
    logger: `echo "$@" >> ${bin}/logged`,
    wall: `cat > ${bin}/at-terminals`,
    journalctl: 'echo "the journal of $2"',
    sendmail: `cat > ${bin}/mail`,
  };
  for (const [name, line] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${line}\n`);
    await chmod(join(bin, name), 0o755);
  }
  execFileSync(join(folder, 'redress-alert'), ['redress-command@backup.service'], {
    env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, ALERT_EMAIL: 'operator@example.com' },
  });
  const mail = await readFile(join(bin, 'mail'), 'utf8');
  expect(mail).toMatch(/^To: operator@example\.com\nSubject: .+: redress-command@backup\.service failed\n/);
  expect(mail).toContain('\n\nthe journal of redress-command@backup.service\n');
  expect(await readFile(join(bin, 'logged'), 'utf8')).toContain('--priority daemon.crit');
  expect(await readFile(join(bin, 'at-terminals'), 'utf8')).toContain('journalctl --unit redress-command@backup');
});

test('the command for operators is a valid shell script that refuses unknown commands', () => {
  const { status, stderr } = spawnSync(join(folder, 'redress'), ['no-such-command'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, 'There is no command no-such-command.\n']);
  expect(spawnSync('sh', ['-n', join(folder, 'redress')]).status).toBe(0);
});
