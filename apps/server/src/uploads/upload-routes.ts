import type { Api, PluginOptions } from '../context.ts';
import { claimUploadRoutes } from './claim-upload-routes.ts';
import { resumableUploadRoutes } from './resumable-upload-routes.ts';
import { wholeUploadRoutes } from './whole-upload-routes.ts';

/** Uploads of a claim: sent whole, sent in chunks that can resume, listed and downloaded. */
export async function uploadRoutes(api: Api, options: PluginOptions): Promise<void> {
  await api.register(wholeUploadRoutes, options);
  await api.register(resumableUploadRoutes, options);
  await api.register(claimUploadRoutes, options);
}
