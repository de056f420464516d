import type { Api, PluginOptions } from '../context.ts';
import { guardStaffRoutes } from '../staff/staff-access.ts';
import { staffSessionRoutes } from '../staff/session-routes.ts';

/** The API of the administrator's console. Each feature is a plugin. */
export async function consoleRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  guardStaffRoutes(api, context, api.consoleRoutes);
  const features = [staffSessionRoutes];
  for (const feature of features) await api.register(feature, { context });
}
