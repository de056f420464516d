import type { Api, PluginOptions } from '../context.ts';
import { accessLogRoutes } from '../read-log/access-log-routes.ts';
import { guardReads } from '../read-log/record-read.ts';
import { guardStaffRoutes } from '../staff/staff-access.ts';
import { staffSessionRoutes } from '../staff/session-routes.ts';

/**
 * The API of the administrator's console. Each feature is a plugin. The `config` of every route says
 * who may call it (`access`), and of every GET route what personal data it shows (`reads`): the
 * server does not start otherwise.
 */
export async function consoleRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  guardStaffRoutes(api, context, api.consoleRoutes);
  guardReads(api);
  const features = [staffSessionRoutes, accessLogRoutes];
  for (const feature of features) await api.register(feature, { context });
}
