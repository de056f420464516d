import type { Static, TSchema } from 'typebox';
import type { accessLogApi } from './access-log.ts';
import type { accountApi } from './account.ts';
import type { allocationsApi } from './allocations.ts';
import type { approvalsApi } from './approvals.ts';
import type { bulkApi } from './bulk.ts';
import type { claimDetailsApi } from './claim-details.ts';
import type { claimListApi } from './claim-list.ts';
import type { claimLookApi } from './claim-look.ts';
import type { correctionsApi } from './corrections.ts';
import type { dashboardApi } from './dashboard.ts';
import type { exportsApi } from './exports.ts';
import type { fundsApi } from './funds.ts';
import type { idRequestsApi } from './id-requests.ts';
import type { integrityApi } from './integrity.ts';
import type { letterBatchesApi } from './letter-batches.ts';
import type { lettersApi } from './letters.ts';
import type { memberImportsApi } from './member-imports.ts';
import type { membersApi } from './members.ts';
import type { qualityApi } from './quality.ts';
import type { reportsApi } from './reports.ts';
import type { reviewApi } from './review.ts';
import type { rulesApi } from './rules.ts';
import type { savedViewsApi } from './saved-views.ts';
import type { ParameterOf } from './schema-parts.ts';
import type { searchApi } from './search.ts';
import type { signInApi } from './sign-in.ts';
import type { staffAdminApi } from './staff-admin.ts';
import type { staffApi } from './staff.ts';
import type { workApi } from './work.ts';

/** The routes below `/api/console`, by method and path. */
type Routes = typeof accessLogApi &
  typeof accountApi &
  typeof allocationsApi &
  typeof approvalsApi &
  typeof bulkApi &
  typeof claimDetailsApi &
  typeof claimListApi &
  typeof claimLookApi &
  typeof correctionsApi &
  typeof dashboardApi &
  typeof exportsApi &
  typeof fundsApi &
  typeof idRequestsApi &
  typeof integrityApi &
  typeof letterBatchesApi &
  typeof lettersApi &
  typeof memberImportsApi &
  typeof membersApi &
  typeof qualityApi &
  typeof reportsApi &
  typeof reviewApi &
  typeof rulesApi &
  typeof savedViewsApi &
  typeof searchApi &
  typeof signInApi &
  typeof staffAdminApi &
  typeof staffApi &
  typeof workApi;

/** A method and a path, such as `GET /bulk/:id`. */
export type ConsoleRoute = keyof Routes;

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value;
type ValueOf<Schema> = Schema extends TSchema ? DeepReadonly<Static<Schema>> : never;

/** A request has these parts. Some screens pass their own address's query as `search`. */
export type RequestParts<Route extends ConsoleRoute> = {
  readonly [Part in keyof Routes[Route] & ('headers' | 'body')]: ValueOf<Routes[Route][Part]>;
} & (Route extends `${string}:${string}`
  ? { readonly params: Readonly<Record<ParameterOf<Route>, string | number>> }
  : unknown) &
  (Routes[Route] extends { readonly querystring: infer Query }
    ? { readonly query: ValueOf<Query> } | { readonly search: string }
    : unknown);

type ResponseOf<Route extends ConsoleRoute> = Routes[Route]['response'];
type Done = 200 | 201 | 202 | 204;
type AnswerIn<Response> = Response extends { readonly content: unknown }
  ? ArrayBuffer
  : Response extends TSchema
    ? Static<Response>
    : never;

/** The body of a successful answer. Files are bytes. */
export type Answer<Route extends ConsoleRoute> = AnswerIn<ResponseOf<Route>[keyof ResponseOf<Route> & Done]>;
