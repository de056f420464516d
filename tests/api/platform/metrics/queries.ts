import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const deploy = join(import.meta.dirname, '../../../../deploy');
export const alertRules = join(deploy, 'prometheus/alerts.yml');
export const alertTests = join(deploy, 'prometheus/alerts.test.yml');

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
}
const parseDashboard: (json: string) => Dashboard = JSON.parse;

/** Every query of the Grafana dashboard, with its variable filled in. */
export function readDashboardQueries(): string[] {
  const { panels } = parseDashboard(readFileSync(join(deploy, 'grafana/redress.json'), 'utf8'));
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr.replaceAll('$job', '.+')));
}

/** The metrics that a text with PromQL names, and what else it filters or groups by. */
export function metricsIn(text: string): Set<string> {
  return new Set([...text.matchAll(/\bredress_[a-z_]+/g)].map(([name]) => name));
}
