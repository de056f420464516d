import { type Static, Type } from 'typebox';

/** Counts the work that waits for the signed-in person. A count that their roles hide is 0. */
const WorkSchema = Type.Object({
  assigned: Type.Integer({ description: 'Claims to review that are assigned to the person' }),
  returned: Type.Integer({ description: 'Those of them that were reopened, such as after a second person declined' }),
  toReview: Type.Integer({ description: 'Claims to review of all queues' }),
  due: Type.Integer({ description: 'Deficient claims whose time to cure ends by `today`' }),
  today: Type.String({ description: 'The court’s day, for the filter `cure-due`' }),
  approvals: Type.Integer({ description: 'Requests of others that wait for a second person' }),
  asked: Type.Integer({ description: 'The person’s own requests that wait for a second person' }),
  idRequests: Type.Integer({ description: 'Unanswered requests for lost IDs' }),
});
export type Work = Static<typeof WorkSchema>;

export const workApi = {
  'GET /work': {
    summary: 'How much work waits for the person, counted as on the screens that the numbers lead to',
    response: { 200: WorkSchema },
  },
};
