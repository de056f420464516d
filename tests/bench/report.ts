import { type Figures, medianFigures, medianRatio } from './figures.ts';

/** The measurements of one round, in sequence. */
export interface Round {
  readonly captchaOff: Figures;
  readonly captchaOn: Figures;
  readonly bareSql: Figures;
  /** Missing if the machine has no pgbench. */
  readonly pgbench?: Figures;
}

export interface Report {
  readonly setting: {
    readonly clients: number;
    readonly seconds: number;
    readonly warmUpSeconds: number;
    readonly rounds: number;
    readonly cores: number;
    readonly node: string;
    readonly postgres: string;
    /** Whether a commit waits until it is on disk. */
    readonly durable: boolean;
    readonly profiled: boolean;
  };
  readonly rounds: readonly Round[];
  readonly medians: Round;
  /** Claims of the server per claim of the baseline. */
  readonly ratios: {
    readonly captchaOn: Ratios;
    readonly captchaOff: Ratios;
  };
  /** Whether the database has every claim that was answered, and no other. */
  readonly rows: { readonly answered: number; readonly stored: number };
  readonly failed: number;
}
interface Ratios {
  readonly toBareSql: number;
  readonly toPgbench?: number;
}

export function reportOf(rounds: readonly Round[], rest: Pick<Report, 'setting' | 'rows' | 'failed'>): Report {
  const bareSql = rounds.map((round) => round.bareSql);
  const pgbench = rounds.flatMap((round) => round.pgbench ?? []);
  const captchaOn = rounds.map((round) => round.captchaOn);
  const captchaOff = rounds.map((round) => round.captchaOff);
  const ratios = (server: readonly Figures[]) => ({
    toBareSql: medianRatio(server, bareSql),
    ...(pgbench.length === 0 ? {} : { toPgbench: medianRatio(server, pgbench) }),
  });
  return {
    setting: rest.setting,
    rounds,
    medians: {
      captchaOff: medianFigures(captchaOff),
      captchaOn: medianFigures(captchaOn),
      bareSql: medianFigures(bareSql),
      ...(pgbench.length === 0 ? {} : { pgbench: medianFigures(pgbench) }),
    },
    ratios: { captchaOn: ratios(captchaOn), captchaOff: ratios(captchaOff) },
    rows: rest.rows,
    failed: rest.failed,
  };
}

/** The report as text. */
export function describeReport({ setting, medians, ratios, rows, failed }: Report): string {
  const lines = [
    ['', 'claims/s', 'p50 ms', 'p99 ms', 'to bare SQL', 'to pgbench'],
    describeRow('server, captcha verified', medians.captchaOn, ratios.captchaOn),
    describeRow('server, any captcha taken', medians.captchaOff, ratios.captchaOff),
    describeRow('bare SQL', medians.bareSql),
    medians.pgbench ? describeRow('pgbench', medians.pgbench) : ['pgbench', 'not on this machine: skipped'],
  ].map(([name = '', ...cells]) => name.padEnd(28) + cells.map((cell) => cell.padStart(13)).join(''));
  const { clients, seconds, cores, node, postgres, durable } = setting;
  return [
    '',
    ...lines,
    '',
    `${clients} clients, ${seconds} seconds each; medians of ${setting.rounds} rounds. ${cores} cores for everything, Node ${node}, PostgreSQL ${postgres}, ` +
      `commits ${durable ? 'wait for the disk' : 'do NOT wait for the disk'}.${setting.profiled ? ' The server was profiled, which slows it.' : ''}`,
    `${rows.answered} claims were answered with 201, and ${rows.stored} are in the database${rows.answered === rows.stored ? '.' : ': THESE MUST BE EQUAL.'}`,
    ...(failed === 0 ? [] : [`${failed} CLAIMS FAILED.`]),
    '',
  ].join('\n');
}

function describeRow(name: string, figures: Figures, ratios?: Ratios): string[] {
  return [
    name,
    figures.claimsPerSecond.toFixed(0),
    figures.p50.toFixed(1),
    figures.p99.toFixed(1),
    ratios?.toBareSql.toFixed(2) ?? '',
    ratios?.toPgbench?.toFixed(2) ?? '',
  ];
}
