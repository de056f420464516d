import { type Static, Type } from 'typebox';
import { FigureSchema } from './figures.ts';
import { moment, nullable } from './schema-parts.ts';

/** The chart of claims shows this many days up to today. */
export const dashboardRanges = ['14', '30', '90', 'all'] as const;
export type DashboardRange = (typeof dashboardRanges)[number];
/** If no claim was filed in these days, the default is the whole period. */
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
  asOf: moment('Later events may not be counted yet'),
  isCounting: Type.Boolean({ description: 'All claims are being counted anew: some are missing' }),
  range: Type.Enum([...dashboardRanges]),
  /** These are the court's days. `from` and `last` are null before the first claim. */
  today: Type.String(),
  from: nullable(Type.String()),
  last: nullable(Type.String(), 'The day of the newest claim'),
  figures: Type.Array(FigureSchema),
  noticeForms: Type.Array(Type.String(), { description: 'The forms that need a notice: of these is the funnel' }),
  waiting: Type.Array(WaitingSchema),
});
export type Dashboard = Static<typeof DashboardSchema>;
export type Waiting = Dashboard['waiting'][number];

/** Lists the claims that have waited longest, oldest first. */
const WaitingClaimsSchema = Type.Object({
  claims: Type.Array(Type.Object({ number: Type.String(), form: Type.String(), since: moment() })),
});
export type WaitingClaims = Static<typeof WaitingClaimsSchema>;

export const dashboardApi = {
  'GET /dashboard': {
    summary: 'Figures of the cases that the person may see, or of one of them',
    querystring: DashboardQuerySchema,
    response: { 200: DashboardSchema },
  },
  'GET /dashboard/waiting/:what': {
    summary: 'The claims whose documents have waited longest for a virus scan or a data check',
    response: { 200: WaitingClaimsSchema },
  },
};
