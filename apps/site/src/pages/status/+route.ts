import { routeToKind } from '../route-to-kind.ts';

export const route = routeToKind('status');
