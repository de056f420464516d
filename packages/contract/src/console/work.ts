import { type Static, Type } from 'typebox';

/** What waits for the person who is signed in. What their roles do not show is 0. */
const WorkSchema = Type.Object({
  assigned: Type.Integer({ description: 'Claims to review that are assigned to the person' }),
  returned: Type.Integer({ description: 'Of these: reopened, such as after a second person declined' }),
  toReview: Type.Integer({ description: 'Claims to review of all queues' }),
  due: Type.Integer({ description: 'Deficient claims whose time to cure ends by `today`' }),
  today: Type.String({ description: 'The court’s day, for the filter `cure-due`' }),
  approvals: Type.Integer({ description: 'Requests of others that wait for a second person' }),
  asked: Type.Integer({ description: 'The person’s own requests that wait for a second person' }),
  idRequests: Type.Integer({ description: 'Requests for lost IDs that nobody has answered' }),
});
export type Work = Static<typeof WorkSchema>;

/** The routes below `/api/console`. */
export const workApi = {
  'GET /work': {
    summary: 'How much waits for the person, as the screens count it that the numbers lead to',
    response: { 200: WorkSchema },
  },
};
