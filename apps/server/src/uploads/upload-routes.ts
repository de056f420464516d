import type { Api, PluginOptions } from '../context.ts';
import { claimUploadRoutes } from './download-routes.ts';
import { chunkRoutes } from './chunk-routes.ts';
import { resumableUploadRoutes } from './resumable-upload-routes.ts';
import { wholeUploadRoutes } from './whole-upload-routes.ts';

/** Uploads to a claim, sent whole or in chunks that can resume, and their list and download. */
export async function uploadRoutes(api: Api, options: PluginOptions): Promise<void> {
  await api.register(wholeUploadRoutes, options);
  await api.register(resumableUploadRoutes, options);
  await api.register(chunkRoutes, options);
  await api.register(claimUploadRoutes, options);
}
