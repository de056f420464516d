import type { ProblemSchema } from '@redress/contract/problem';
import type { FastifySchema } from 'fastify';

type RouteDescription = FastifySchema & { readonly response: object };
type ProblemResponses = Readonly<Record<number, typeof ProblemSchema>>;

/** Routes with this tag are left out of the public API's description. */
export const consoleTag = 'console';
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * The method, path and schema of a route, for `api.route`. It also types the console's requests.
 * @param routes a feature's routes, from its file in `@redress/contract/console`
 * @param route for example `GET /bulk/:id`
 * @param problems the problems that the route answers: `problemResponses`
 */
export function describeRoute<
  Route extends string,
  Routes extends Readonly<Record<Route, RouteDescription>>,
  Problems extends ProblemResponses,
>(
  routes: Routes,
  route: Route,
  problems: Problems,
): { method: (typeof methods)[number]; url: string; schema: Routes[Route] & { readonly response: Problems } };
export function describeRoute<Route extends string>(
  routes: Readonly<Record<Route, RouteDescription>>,
  route: Route,
  problems: ProblemResponses,
) {
  const method = methods.find((each) => route.startsWith(`${each} `));
  if (!method) throw new Error(`The route ${route} names no method`);
  const { response, ...schema } = routes[route];
  return {
    method,
    url: route.slice(method.length + 1),
    schema: { ...schema, tags: [consoleTag], response: { ...response, ...problems } },
  };
}
