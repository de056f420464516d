import { cleanText } from '../clean-text.ts';
import type { RowHashes } from '../../platform/history/entries.ts';
import { accountApi } from '@redress/contract/console/account';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { SignInMethod } from '@redress/contract/console/staff';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { readAccount, removeMethod } from './account.ts';
import { addPasskey, createPasskeyOptions, verifyNewPasskey } from './passkeys.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { staffOf } from './staff-access.ts';
import { checkNewPassword, createTotp, hasPassword, storePassword } from './staff-passwords.ts';
import { awaitRightsEnd, lockAccount, revokeSessionsIn, revokeStaffSessions } from './staff-sessions.ts';

/** The person's own account: ways to sign in, recovery codes and sessions. */
export async function accountRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, accountApi);
  const { database, now } = context;
  const config = { access: 'signed-in', problems: [400, 404, 409, 422] } as const;
  const fresh = { ...config, fresh: true } as const;
  const boundTo = (staffId: string) => `account ${staffId}`;
  const recordAdded = (transaction: Database, id: string, method: SignInMethod, rows: RowHashes = {}) =>
    addRecordEntry(transaction, { kind: 'staff', id }, now(), { kind: 'credential-added', details: { method }, rows });

  route('GET /account', { ...config, reads: 'nothing' }, (request) => readAccount(context, staffOf(request)));
  route('POST /account/passkey-options', fresh, async (request) => {
    const person = staffOf(request);
    return { ...(await createPasskeyOptions(context, person, { boundTo: boundTo(person.id), isFirst: false })) };
  });
  route('POST /account/passkeys', fresh, async (request) => {
    const { id } = staffOf(request);
    const { name, passkey } = request.body;
    const verified = await verifyNewPasskey(context, passkey, boundTo(id));
    await database.transaction().execute(async (transaction) => {
      await lockAccount(transaction, id);
      const added = await addPasskey({ ...context, database: transaction }, verified, {
        staffId: id,
        name,
        at: now(),
      });
      await recordAdded(transaction, id, 'passkey', added);
    });
  });
  route('PUT /account/passkeys/:id', config, async (request) => {
    const name = cleanText(request.body.name) || 'Passkey';
    const { numUpdatedRows } = await database
      .transaction()
      .execute((transaction) =>
        transaction
          .updateTable('staff_passkeys')
          .set({ name })
          .where('staff_id', '=', staffOf(request).id)
          .where('id', '=', Buffer.from(request.params.id, 'base64url'))
          .executeTakeFirst(),
      );
    if (numUpdatedRows === 0n) throw new ProblemError('not-found');
  });
  route('DELETE /account/passkeys/:id', fresh, async (request) => {
    const id = Buffer.from(request.params.id, 'base64url');
    await removeMethod(context, staffOf(request).id, { method: 'passkey', id });
  });
  route('POST /account/totp', fresh, (request) => {
    const { id, email } = staffOf(request);
    return createTotp(context, boundTo(id), email);
  });
  route('PUT /account/password', fresh, async (request) => {
    const person = staffOf(request);
    const checked = await checkNewPassword(context, request.body, boundTo(person.id), person);
    const { codes, ended } = await database.transaction().execute(async (transaction) => {
      await lockAccount(transaction, person.id);
      await storePassword({ ...context, database: transaction }, person.id, checked);
      await recordAdded(transaction, person.id, 'password');
      const by = { staffId: person.id, by: person.id, at: now() };
      return {
        codes: await makeRecoveryCodes({ now, database: transaction }, person.id),
        ended: await revokeSessionsIn(transaction, by, { except: person.sessionId }),
      };
    });
    for (const id of ended) await awaitRightsEnd(database, id);
    return { codes };
  });
  route('DELETE /account/password', fresh, async (request) => {
    await removeMethod(context, staffOf(request).id, { method: 'password' });
  });
  route('POST /account/recovery-codes', fresh, async (request) => {
    const { id } = staffOf(request);
    return database.transaction().execute(async (transaction) => {
      await lockAccount(transaction, id);
      if (!(await hasPassword(transaction, id))) throw new ProblemError('conflict');
      return { codes: await makeRecoveryCodes({ now, database: transaction }, id) };
    });
  });
  route('DELETE /account/oidc', fresh, async (request) => {
    await removeMethod(context, staffOf(request).id, { method: 'oidc' });
  });
  route('DELETE /account/sessions/:id', config, async (request) => {
    const { id } = staffOf(request);
    await revokeStaffSessions(context, id, id, { only: request.params.id });
  });
  route('DELETE /account/sessions', config, async (request) => {
    const { id, sessionId } = staffOf(request);
    await revokeStaffSessions(context, id, id, { except: sessionId });
  });
}
