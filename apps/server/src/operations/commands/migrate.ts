import { defineCommand, exitCodes, print, runAsProgram, withInfrastructure } from './command.ts';

const usage = `Usage: npm run migrate

Brings the tables up to date and checks the secret key, as every start of the server and every command does. Use it where a
deployment limits how long a start may take: migrations of large tables take minutes. Several runs at the same time wait for each other.`;

export const main = defineCommand({
  usage,
  options: {},
  run: () =>
    withInfrastructure(async () => {
      print('The tables are up to date.');
      return exitCodes.done;
    }),
});

await runAsProgram(import.meta.filename, main);
