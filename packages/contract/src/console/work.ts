import { type Static, Type } from 'typebox';
import { courtDay, NamedSchema, nullable } from './schema-parts.ts';

/** Counts the work that waits for the signed-in person. A count that their roles hide is 0. */
const WorkSchema = Type.Object({
  assigned: Type.Integer({ description: 'Claims to review that are assigned to the person' }),
  returned: Type.Integer({ description: 'Those of them that were reopened, such as after a second person declined' }),
  toReview: Type.Integer({ description: 'Claims to review of all queues' }),
  ofOthers: Type.Integer({ description: 'Those of them that are assigned to others' }),
  due: Type.Integer({ description: 'Deficient claims whose time to cure ends by `today`' }),
  today: Type.String({ description: 'The court’s day, for the filter `cure-due`' }),
  approvals: Type.Integer({ description: 'Requests of others that wait for a second person' }),
  asked: Type.Integer({ description: 'The person’s own requests that wait for a second person' }),
  disputes: Type.Integer({ description: 'Undecided disputes of decisions' }),
  lettersDue: Type.Integer({ description: 'Letters that decisions need, and that the person may queue' }),
  lettersToBatch: Type.Integer({ description: 'Queued letters by post that wait for a batch' }),
  idRequests: Type.Integer({ description: 'Unanswered requests for lost IDs that the person may answer' }),
  toSettle: Type.Integer({ description: 'Second reviews that differ, which the person may settle' }),
  secondReviews: Type.Integer({ description: 'Second reviews of samples that the person has begun or may take' }),
  addresses: Type.Integer({ description: 'Address changes of class members that others asked for' }),
});
export type Work = Static<typeof WorkSchema>;

/** `GET /api/console/work/throughput` */
const ThroughputSchema = Type.Object({
  today: courtDay,
  reviewers: Type.Array(
    Type.Object({
      ...NamedSchema.properties,
      approve: Type.Integer({ description: 'Decided today one by one, without what was undone' }),
      reduce: Type.Integer(),
      deficient: Type.Integer(),
      deny: Type.Integer(),
      together: Type.Integer({
        description: 'Decided today by bulk actions and released rules that the person asked for',
      }),
      prepared: Type.Integer({ description: 'Of all decided today: not in effect yet, mostly for a second person' }),
      released: Type.Integer({ description: 'Of all decided today: in force now, as in the claims report' }),
      returned: Type.Integer({ description: 'Of all decided today: declined by a second person' }),
      medianSeconds: nullable(
        Type.Number(),
        'Between two decisions one by one, without pauses over 30 minutes. Null: no two decisions yet',
      ),
      open: Type.Integer({ description: 'Claims to review that are assigned to the person' }),
      due: Type.Integer({ description: 'Deficient claims of the person to be cured by today' }),
    }),
    { description: 'People who decided today, or have something open' },
  ),
});
export type Throughput = Static<typeof ThroughputSchema>;

export const workApi = {
  'GET /work': {
    summary: 'How much work waits for the person, counted as on the screens that the numbers lead to',
    response: { 200: WorkSchema },
  },
  'GET /work/throughput': {
    summary: 'What each reviewer has decided today, and what they have open',
    response: { 200: ThroughputSchema },
  },
};
