import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyContextConfig,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify';
import { claimParams, type ParameterOf } from '@redress/contract/console/schema-parts';
import { type TObject, type TSchema, type TString, Type } from 'typebox';
import { readBody } from '../platform/http/json-body.ts';
import type { Api } from '../platform/http/plugin.ts';
import { problemResponses } from '../platform/http/problem.ts';

type RouteDescription = FastifySchema & { readonly response: object; readonly body?: TSchema };
type Handler<Schema extends FastifySchema> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  unknown,
  Schema,
  TypeBoxTypeProvider
>;
/** A route's description, with the parameters of its path if it does not describe them itself. */
type WithParams<Route extends string, Description extends FastifySchema> = Description extends {
  readonly params: unknown;
}
  ? Description
  : Description & { readonly params: TObject<Record<ParameterOf<Route>, TString>> };

interface RouteOptions
  extends FastifyContextConfig, Pick<RouteShorthandOptions, 'bodyLimit' | 'exposeHeadRoute' | 'validatorCompiler'> {
  /** The statuses of its problems, besides 500 and 503, and 401 and 403 unless everyone may call it. */
  readonly problems?: readonly number[];
  /** Maximum fields, objects and lists of its body; see `readJsonBody`. */
  readonly maxParts?: number;
}

/** Routes with this tag are left out of the public API's description. */
export const consoleTag = 'console';
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Returns a function that registers a route with its method, path and schema, for example
 * `GET /bulk/:id`. The handler gets a body that fits its schema; any other is a `bad-request`. It
 * returns nothing if the response is `noContent`. The same description types the console's requests.
 * @param routes a feature's routes, from its file in `@redress/contract/console`
 */
export function defineRoutes<Routes extends Readonly<Record<string, RouteDescription>>>(
  api: Api,
  routes: Routes,
): <Route extends keyof Routes & string>(
  route: Route,
  options: RouteOptions,
  handler: Handler<WithParams<Route, Routes[Route]>>,
) => void;
export function defineRoutes(api: Api, routes: Readonly<Record<string, RouteDescription>>) {
  return (
    route: string,
    { problems = [], maxParts, bodyLimit, exposeHeadRoute = true, validatorCompiler, ...config }: RouteOptions,
    handler: Handler<FastifySchema>,
  ): void => {
    const method = methods.find((each) => route.startsWith(`${each} `));
    const description = routes[route];
    if (!method || !description) throw new Error(`The route ${route} names no method`);
    const statuses = config.access === 'anyone' ? problems : [401, 403, ...problems];
    const response = { ...description.response, ...problemResponses(...statuses, 500, 503) };
    const url = route.slice(method.length + 1);
    const schema: FastifySchema = { ...paramsOf(url), ...description, tags: [consoleTag], response };
    api.route({
      method,
      url,
      schema,
      config,
      exposeHeadRoute,
      ...(bodyLimit !== undefined && { bodyLimit }),
      ...(validatorCompiler && { validatorCompiler }),
      async preHandler(request, reply) {
        if ('204' in description.response) reply.code(204);
        if (description.body) request.body = readBody(description.body, request, maxParts);
      },
      handler,
    });
  };
}

/** The parameters in a path: claim numbers, or any text. */
function paramsOf(path: string): FastifySchema {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
  if (names.length === 0) return {};
  const { number } = claimParams.properties;
  return {
    params: Type.Object(Object.fromEntries(names.map((name) => [name, name === 'number' ? number : Type.String()]))),
  };
}
