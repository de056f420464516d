import { staffApi, type StaffSession } from '@redress/contract/console/staff';
import { caseIdsOf, caseNameOf, type Settlement } from '@redress/contract/settlement';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { mapPermissions } from './permissions.ts';
import { staffCookie, staffOf } from './staff-access.ts';
import { awaitRightsEnd, endStaffSession } from './staff-sessions.ts';

/** `GET /api/console/session` returns the signed-in person. `DELETE` signs out. */
export async function staffSessionRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, staffApi);
  const settlement = describeSettlement(context.settlement);
  route('GET /session', { access: 'signed-in', reads: 'nothing' }, (request): StaffSession => {
    const { id, name, email, method, roles, permitted, secondsLeft, isExtendable } = staffOf(request);
    return {
      person: { id, name, email },
      roles: [...roles],
      permissions: mapPermissions((permission) => [...permitted[permission]]),
      method,
      secondsLeft,
      isExtendable,
      settlement,
    };
  });
  route('DELETE /session', { access: 'signed-in' }, async (request, reply) => {
    const { id, sessionId } = staffOf(request);
    await context.database.transaction().execute(async (database) => {
      await endStaffSession({ ...context, database }, sessionId);
      const event = { kind: 'staff-signed-out', details: { sessionId } } as const;
      await addRecordEntry(database, { kind: 'staff', id }, context.now(), event);
    });
    await awaitRightsEnd(context.database, sessionId);
    staffCookie(context.publicUrl).remove(reply);
  });
}

/** The names of cases and forms, for the console. */
export function describeSettlement(settlement: Settlement): StaffSession['settlement'] {
  const { site, login, idRequest, claimForms } = settlement;
  return {
    name: site.name,
    timeZone: site.timeZone,
    cases: caseIdsOf(settlement).map((id) => ({ id, caption: caseNameOf(settlement, id) })),
    forms: claimForms.map(({ id, caseId, title, deadline }) => ({ id, caseId, title, deadline })),
    hasClassMembers: login !== undefined || idRequest !== undefined,
    hasIdRequests: idRequest !== undefined,
  };
}
