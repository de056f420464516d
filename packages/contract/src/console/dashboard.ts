import { type Static, Type } from 'typebox';
import { FigureSchema } from './figures.ts';
import { moment, nullable } from './schema-parts.ts';

/** How many days the chart of claims shows, up to today. */
export const dashboardRanges = ['14', '30', '90', 'all'] as const;
export type DashboardRange = (typeof dashboardRanges)[number];
/** Without a choice: the whole period instead, if nobody filed a claim in these days. */
export const defaultRange = '30' satisfies DashboardRange;

const DashboardQuerySchema = Type.Object({
  days: Type.Optional(Type.Enum([...dashboardRanges])),
  case: Type.Optional(Type.String({ maxLength: 100 })),
});

/**
 * `scan`: a document has not been scanned for viruses. `data-check`: a data file was not checked.
 */
const waitingKinds = ['documents', 'scan', 'data-check'] as const;
export type WaitingKind = (typeof waitingKinds)[number];

const WaitingSchema = Type.Object({
  what: Type.Enum([...waitingKinds]),
  claims: Type.Integer(),
  isExact: Type.Boolean({ description: 'False: there are more' }),
  since: nullable(Type.String(), 'The day (`YYYY-MM-DD`) or time since when the oldest waits'),
});

const DashboardSchema = Type.Object({
  asOf: moment('What happened after it may not be counted yet'),
  isCounting: Type.Boolean({ description: 'All claims are being counted anew: some are missing' }),
  range: Type.Enum([...dashboardRanges]),
  /** The court's days that the chart of claims shows. Null before the first claim. */
  today: Type.String(),
  from: nullable(Type.String()),
  last: nullable(Type.String(), 'The day of the newest claim'),
  figures: Type.Array(FigureSchema),
  noticeForms: Type.Array(Type.String(), { description: 'The forms that need a notice: of these is the funnel' }),
  waiting: Type.Array(WaitingSchema),
});
export type Dashboard = Static<typeof DashboardSchema>;
export type Waiting = Dashboard['waiting'][number];

/** The claims that wait longest, oldest first. */
const WaitingClaimsSchema = Type.Object({
  claims: Type.Array(Type.Object({ number: Type.String(), form: Type.String(), since: moment() })),
});
export type WaitingClaims = Static<typeof WaitingClaimsSchema>;

/** The routes below `/api/console`. */
export const dashboardApi = {
  'GET /dashboard': {
    summary: 'Figures of the cases that the person may see, or of one of them',
    querystring: DashboardQuerySchema,
    response: { 200: DashboardSchema },
  },
  'GET /dashboard/waiting/:what': {
    summary: 'The claims whose documents have waited longest for a virus scan or a data check',
    params: Type.Object({ what: Type.String() }),
    response: { 200: WaitingClaimsSchema },
  },
};
