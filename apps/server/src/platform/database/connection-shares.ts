/** The limit for all processes. PostgreSQL allows 100, and commands need some. */
const maxDatabaseConnections = 80;
/** The console's share in one process, so that staff who press Reload wait only for each other. */
const maxConsoleConnections = 6;
/** About ten connections keep two cores busy; more of them only wait inside PostgreSQL. */
export const maxPoolConnections = 20;

/** The maximum number of connections that each process opens. */
export function shareConnections(processes: number): { readonly website: number; readonly console: number } {
  const connections = Math.floor(maxDatabaseConnections / processes);
  const forConsole = Math.min(maxConsoleConnections, Math.floor(connections / 3));
  return { website: Math.max(1, Math.min(connections - forConsole, maxPoolConnections)), console: forConsole };
}
