/** Database connections of all processes. PostgreSQL allows 100; commands need some. */
const maxDatabaseConnections = 80;
/** Those of the console in one process. Staff who press Reload wait for each other. */
const maxConsoleConnections = 6;
/** About ten connections keep two cores busy; more of them only wait inside PostgreSQL. */
export const maxPoolConnections = 20;

/** How many connections one of several processes opens at most. */
export function shareConnections(processes: number): { readonly website: number; readonly console: number } {
  const connections = Math.floor(maxDatabaseConnections / processes);
  const forConsole = Math.min(maxConsoleConnections, Math.floor(connections / 3));
  return { website: Math.max(1, Math.min(connections - forConsole, maxPoolConnections)), console: forConsole };
}
