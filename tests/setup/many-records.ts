import { settlement } from '@redress/content/settlement';
import { withClient } from '@redress/server/platform/database/pool';

/**
 * Adds thousands of rows to every table that staff or claimants add to besides claims. PostgreSQL
 * reads a table as a whole if it believes that it is small, so its statistics are updated.
 * @param staffId the author of all rows, except samples of clusters: a person has few
 */
export async function insertManyRecords(connectionString: string, staffId: string): Promise<void> {
  const caseId = settlement.claimForms[0]?.caseId ?? '';
  const statements = [
    `insert into claim_documents (id, claim_id, name, storage_key, status, type, size, sha256, created_at, stored_at, scan, scanned_at)
      select gen_random_uuid(), id, 'bill.pdf', 'many/' || id, 'stored', 'pdf', 1, sha256(id::text::bytea), filed_at, filed_at,
        case when id % 100 = 0 then 'waiting' else 'clean' end, case when id % 100 = 0 then null else filed_at end
      from claims`,
    `insert into data_checks (document_id, claim_id, created_at, outcome, finished_at)
      select id, claim_id, created_at, case when claim_id % 100 = 1 then null else 'failed' end,
        case when claim_id % 100 = 1 then null else stored_at end
      from claim_documents where storage_key like 'many/%'`,
    `insert into claim_tax_ids (claim_id, path, encrypted, key_version, lookup)
      select id, 'many', decode(repeat('00', 29), 'hex'), 1, sha256(id::text::bytea) from claims`,
    `insert into notes select gen_random_uuid(), id, filed_at, '${staffId}', 'A note' from claims`,
    `insert into claim_corrections
      select gen_random_uuid(), id, 1, filed_at, '${staffId}', 'city', 'Dayton', 'call', null, 'A call', null from claims`,
    `insert into calls select gen_random_uuid(), id, filed_at, '${staffId}', 'status-told', '' from claims`,
    `insert into claim_decisions (id, claim_id, at, staff_id, outcome, reasons, note, source)
      select gen_random_uuid(), id, filed_at - interval '30 days', '${staffId}', 'deny', '{late}', '', 'reviewer'
      from claims where id % 3 = 0`,
    `insert into claim_review (claim_id, case_id, status, decision_id, reasons, assignee, release_at)
      select claims.id, case_id, case when claims.id % 6 = 0 then 'denied' else 'proposed' end, decision.id, '{late}',
        case when claims.id % 99 = 0 then '${staffId}'::uuid end, case when claims.id % 6 = 0 then null else filed_at end
      from claims join claim_decisions decision on claim_id = claims.id`,
    `insert into letter_batches (id, case_id, number, made_at, made_by, letters, due_at, sha256, size, pages, finished_at)
      select gen_random_uuid(), '${caseId}', 1000000, now(), '${staffId}', 9000, now(), sha256('zip'), 1, 9000, now()`,
    `insert into letters (code, claim_id, kind, template_version, language, content, channel, address, status, queued_at,
        batch_id, mailed_on, returned_reason, due_at)
      select lpad(claims.id::text, 9, '0') || '0', claims.id, 'contact-changed', 1, 'en', null, 'post', '{"Jane Doe","Ada, OH 45810"}',
        case when claims.id % 500 = 0 then 'queued' when claims.id % 500 = 1 then 'returned' else 'mailed' end, filed_at,
        case when claims.id % 500 = 0 then null else batch.id end, case when claims.id % 500 = 0 then null else '2025-07-01' end,
        case when claims.id % 500 = 1 then 'moved' end, filed_at
      from claims, letter_batches batch where batch.number = 1000000`,
    `insert into claim_review (claim_id, case_id, status, assignee)
      select id, case_id, 'ready', case when id % 98 = 0 then '${staffId}'::uuid end from claims where id % 7 = 0 and id % 3 <> 0`,
    `insert into claim_verdicts (request_id, claim_id, verdict, reason, at, staff_id, second, probability, evidence)
      select gen_random_uuid(), id, 'genuine', 'seen', filed_at, '${staffId}', false, 1,
        '{"duplicate": 0, "machine": 0, "flagged": false, "signals": []}'
      from claims where id % 4 = 0`,
    `insert into claim_clusters (case_id, size, changed_at) select '${caseId}', 2, now() from generate_series(1, 3000)`,
    `insert into claim_cluster_members
      select claim.id, cluster.id from
        (select id, row_number() over (order by id) as n from claims where id not in (select claim_id from claim_cluster_members)) as claim
        join (select id, row_number() over (order by id) as n from claim_clusters where size = 2) as cluster on cluster.n = claim.n / 2`,
    `insert into staff (id, name, email, created_at) values (gen_random_uuid(), 'A colleague', 'many@example.com', now())`,
    `insert into cluster_verdicts (id, cluster_id, case_id, staff_id, started_at, seed, claim_ids, sample_ids)
      select gen_random_uuid(), claim_clusters.id, case_id, staff.id, now(), 'x', '{1,2}', '{1}'
      from claim_clusters join staff on email = 'many@example.com' where size = 2`,
    `insert into member_addresses (notice_id, street, city, state, zip, source, reason, entered_at, asked_by, decision, decided_by, decided_at)
      select notice_id, '1 New Road', 'Dayton', 'Ohio', '45402', 'call', 'moved', now(), '${staffId}',
        case when waits then null else 'confirmed' end, case when waits then null else gen_random_uuid() end,
        case when waits then null else now() end
      from class_members, lateral (select notice_id::bigint % 1000 = 0 as waits) as one`,
    `insert into member_imports (id, file_name, size, skip_bad, case_ids, started_by, created_at, status, due_at)
      select gen_random_uuid(), 'members.csv', 10, true, '{${caseId}}', '${staffId}', now() - n * interval '1 minute',
        'cancelled', now() from many`,
    `insert into member_import_bad_rows select gen_random_uuid(), n, 'no-zip', null from many, generate_series(1, 2) as twice`,
    `insert into id_requests (request_hash, case_id, requested_at, language, suspected_machine, name, street, city, state, zip,
        phone, answer_state, letter_waits)
      select sha256(n::text::bytea), '${caseId}', now(), 'en', false, 'Jane Doe', n || ' Main Street', 'Phoenix', 'Arizona',
        '85001', '6145550100', (array['open', 'asked-for-more', 'answered'])[1 + n % 3], n % 100 = 2 from many`,
    `insert into id_request_answers
      select id, 1, 'matched', notice_id, '', '${staffId}', now() from id_requests
      join (select notice_id, row_number() over () as n from class_members) as member on n = id where answer_state = 'answered'`,
    `insert into id_letter_lists (case_id, made_by, made_at, letters)
      select '${caseId}', '${staffId}', now() - n * interval '1 day', 100 from generate_series(1, 700) as n`,
    `insert into id_letters (list_id, request_id, position) select 1 + request_id % 700, request_id, 1 from id_request_answers`,
    `insert into access_log (at, staff_id, session_id, what, subject, result_ids, search_hash, hash)
      select now() - n * interval '1 minute', (array['${staffId}'::uuid, gen_random_uuid()])[1 + sign(n % 100)::int],
        gen_random_uuid(), case when n % 500 = 1 then 'reveal' else (array['view', 'list', 'search'])[1 + n % 3] end, 'claim ' || n, array['claim ' || n * 7],
        case when n % 3 = 1 then sha256((n % 100)::text::bytea) end, sha256('') from many, generate_series(1, 3) as more`,
    `insert into record_history (record_kind, record_id, position, at, kind, details, hash)
      select 'staff', n::text, 1, now(), 'activated', '{}', sha256('') from many`,
    `insert into approvals (kind, case_id, details, details_hash, reason, asked_by, asked_at, decision, decided_at, decided_by)
      select 'role-grant', '*', '{"staffId": "${staffId}", "roles": []}', sha256(''), 'x', '${staffId}', now() - n * interval '1 day',
        'withdrawn', now() - n * interval '1 day', null from many`,
    `insert into exports (list, format, query, columns, cases, contact_cases, with_tax_ids, requested_by, requested_at, up_to,
        status, due_at, expires_at)
      select 'claims', 'csv', '', '{number}', '{${caseId}}', '{}', false, gen_random_uuid(), now() - n * interval '1 hour',
        '1', 'cancelled', now(), now() from many`,
    `insert into report_runs (kind, case_ids, seal, query_version, asked_by, asked_at, last_claim, due_at, finished_at, outcome)
      select 'claims', '{${caseId}}', 1, 1, '${staffId}', now() - n * interval '1 hour', 1, now(), now(), 'cancelled' from many`,
    `insert into allocations select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'fund_id', 'fund ' || n))).*
      from allocations one, many`,
    `insert into saved_views (list, staff_id, name, query, changed_at, changed_by)
      select 'claims', id, 'Mine ' || n, '', now(), id from many, lateral (select gen_random_uuid() as id where n > 0) as person`,
    `insert into staff_sessions (token_hash, staff_id, created_at, last_used_at, authenticated_at, method, user_agent, ended_at)
      select sha256(n::text::bytea), gen_random_uuid(), now(), now(), now(), 'passkey', '', now() from many`,
    `insert into staff_links (token_hash, staff_id, created_at, expires_at)
      select sha256(n::text::bytea), gen_random_uuid(), now(), now() from many`,
  ];
  await withClient(connectionString, async (client) => {
    // These rows break rules of the database, which other tests cover.
    await client.query('set session_replication_role = replica');
    await client.query('create temporary view many as select n from generate_series(1, 6000) as n');
    for (const statement of statements) await client.query(statement);
    await client.query(`vacuum (analyze)`);
  });
}
