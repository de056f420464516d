import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

/** A Fastify scope whose handlers get their types from TypeBox schemas. */
export type Api = Parameters<FastifyPluginAsyncTypebox>[0];

/** The options of each feature's Fastify plugin. */
export interface PluginOptions<Context> {
  readonly context: Context;
}
