import { memberOf } from '../../setup/test-server.ts';

/** SQL: one row for each table of the console that only staff fill. */
export const rowsOfStaff = (staffId: string) => `
  begin;
  insert into staff_links (token_hash, staff_id, created_at, expires_at) values (sha256('link'), '${staffId}', now(), now());
  insert into staff_passkeys values ('\\x01', '${staffId}', 'key', '\\x02', 7, '{usb,"a,b"}', true, now(), null);
  insert into staff_passwords values ('${staffId}', 'hash', '\\x01ff', 1, 42, 3, now(), null);
  insert into staff_recovery_codes values (sha256('code'), '${staffId}', now(), null);
  insert into staff_identities values ('https://issuer.example.com', 'subject', '${staffId}', null, now(), null);
  insert into approvals (kind, case_id, details, details_hash, reason, asked_by, asked_at)
    values ('test', '*', '{"text": "tab\\t"}', sha256('details'), 'line\n', '${staffId}', now());
  insert into exports (list, format, query, columns, cases, contact_cases, with_tax_ids, requested_by, requested_at, up_to, status, due_at)
    values ('claims', 'csv', 'late=yes', '{number}', '{brand-drug}', '{}', false, '${staffId}', now(), '9', 'failed', now());
  insert into member_notes select gen_random_uuid(), notice_id, now(), '${staffId}', 'address', 'She moved.' from class_members limit 1;
  insert into notes select gen_random_uuid(), max(id), now(), '${staffId}', E'Two\nlines, and a \\\\N' from claims;
  insert into claim_corrections select gen_random_uuid(), max(id), 1, now(), '${staffId}', 'city', 'Dayton', 'call', null, 'A call', null from claims;
  with decided as (
    insert into claim_decisions select gen_random_uuid(), max(id), now(), '${staffId}', 'deny', '{fraud}', null, '', 'reviewer', null
    from claims returning id, claim_id
  ), drawn as (
    insert into quality_samples (id, case_id, from_day, to_day, size, seed, up_to_entry, population, made_by, made_at)
    values (gen_random_uuid(), 'brand-drug', '2025-01-01', '2025-12-31', 9, md5('seed'), 7, 3, '${staffId}', now()) returning id
  )
  insert into quality_reviews (sample_id, position, claim_id, decision_id) select drawn.id, 1, claim_id, decided.id from drawn, decided;
  insert into deficiency_answers select gen_random_uuid(), claim_id, id, 1, now(), 'online', true,
    '[{"reason": "documents-missing", "statement": "tab\\t", "documents": []}]' from claim_decisions limit 1;
  insert into disputes select gen_random_uuid(), claim_id, id, now(), 'online', '{fraud}', E'Two\nlines', '{}', false from claim_decisions limit 1;
  insert into status_codes (id, typed_number, language, requested_at, due_at) values (gen_random_uuid(), '1234567897', 'es', now(), now());
  insert into calls select gen_random_uuid(), max(id), now(), '${staffId}', 'status', '' from claims;
  insert into reports (kind, case_ids, seal, query_version, content, claims, pdf, pdf_sha256, workbook, workbook_sha256, asked_by, asked_at)
    values ('claims', '{brand-drug}', 1, 1, '{"claims": 3}', 3, '\\x00ff0a', sha256('\\x00ff0a'), '\\x504b', sha256('\\x504b'), '${staffId}', now());
  insert into report_runs (kind, case_ids, seal, query_version, asked_by, asked_at, last_claim, due_at)
    values ('claims', '{brand-drug}', 1, 1, '${staffId}', now(), 9, now());
  insert into report_counts select max(id), 'brand-drug', 'consumer', '2025-07-01', '', 'en', 'received',
    false, false, false, false, false, false, false, false, 1, 0, 0 from report_runs;
  with imported as (
    insert into member_imports (id, file_name, size, skip_bad, case_ids, started_by, created_at, status, due_at)
    values (gen_random_uuid(), 'members.csv', 5, true, '{brand-drug}', '${staffId}', now(), 'refused', now()) returning id
  )
  insert into member_import_bad_rows select id, 2, 'wrong', '123' from imported;
  insert into member_addresses (notice_id, street, city, state, zip, source, reason, entered_at, decision, decided_by, decided_at)
    values ('${memberOf(1).noticeId}', '2 New Street', 'Phoenix', 'Arizona', '85002', 'call', 'Moved', now(), 'confirmed', '${staffId}', now());
  insert into id_requests (request_hash, case_id, requested_at, language, suspected_machine, name, street, city, state, zip, phone, answer_state)
    values (sha256('request'), 'brand-drug', now(), 'es', false, 'Jane Doe', '1 Main Street', 'Phoenix', 'Arizona', '85001', '6175550100', 'answered');
  insert into id_request_answers select max(id), 1, 'matched', '${memberOf(1).noticeId}', '', '${staffId}', now() from id_requests;
  insert into id_letter_lists (case_id, made_by, made_at, letters) values ('brand-drug', '${staffId}', now(), 1);
  insert into id_letters select list.id, request.id, 1, address.id
    from id_letter_lists list, id_requests request, member_addresses address;
  with ordered as (
    insert into court_orders (fund_id, name, pdf, sha256, uploaded_by, uploaded_at)
    values ('fund', 'Order "1".pdf', '\\x255044460a', sha256('\\x255044460a'), '${staffId}', now()) returning id
  ), posted as (
    insert into ledger_transactions (id, fund_id, kind, effective_on, source_kind, source_id, docket, ordered_on, order_id, entries,
      entered_by, posted_at)
    select gen_random_uuid(), 'fund', 'test', '2025-07-01', 'test', '1', 'tab\t', '2025-06-30', id, 2, '${staffId}', now()
    from ordered returning id
  )
  insert into ledger_entries select id, account, cents from posted,
    (values ('liabilities:payable', 9007199254740993), ('assets:cash:escrow', -9007199254740993)) as entry (account, cents);
  insert into member_search_due select notice_id from class_members limit 1;
  insert into operation_runs values ('backup', now(), now() - interval '1 day');
  commit`;

/** SQL: one row for each table about decisions. */
export const rowsOfReviews = (staffId: string) => `
  begin;
  insert into claim_review (claim_id, case_id, status, assignee) select max(id), 'brand-drug', 'ready', '${staffId}' from claims;
  with batch as (
    insert into letter_batches (id, case_id, number, made_at, made_by, letters, sha256, size, pages, finished_at, due_at)
    values (gen_random_uuid(), 'brand-drug', 1, now(), '${staffId}', 1, sha256('zip'), 9, 1, now(), now()) returning id
  )
  insert into letters (code, claim_id, kind, template_version, language, content, channel, address, status, queued_at, batch_id, mailed_on, due_at)
    select 'K7M9Q2XR4*', max(claims.id), 'denied', 1, 'es', '{"body": ["tab\\t"]}', 'post', '{"Doe, Jane","1 Main"}', 'mailed', now(),
      batch.id, '2025-07-01', now() from claims, batch group by batch.id;
  with address as (
    insert into claim_addresses (claim_id, at, used_from, source, staff_id, letter_id, lines)
    select claim_id, now(), now(), 'ncoa', '${staffId}', id, '{"Jane Doe","9 New Road","Dayton, OH 45402"}' from letters returning claim_id
  )
  insert into claim_emails (claim_id, at, used_from, source, email) select claim_id, now(), now(), 'claimant', 'new@example.com' from address;
  insert into bounce_reports (received_at, sha256, sender, subject, excerpt)
    values (now(), sha256('report'), 'postmaster@example.com', 'failure notice', E'Hi.\nThis is qmail.');
  insert into claim_presence select max(id), '${staffId}', now() from claims;
  insert into report_review_counts select max(id), 'consumer', 'decision', 'reduce', 'not-documented', '${staffId}', 'reviewer', 'in-force',
    true, 1, 12.5 from report_runs;
  commit`;

/** SQL: one row for each table about duplicate and machine-made claims. */
export const rowsOfIntegrity = (staffId: string) => `
  begin;
  insert into claim_documents (id, claim_id, name, storage_key, status, created_at)
    select gen_random_uuid(), max(id), 'a.csv', 'arriving', 'arriving', now() from claims;
  insert into row_sketches select id, claim_id, '{-7,9007199254740991}', '{1,3}', true from claim_documents limit 1;
  insert into claim_keys select -5, max(id), 9 from claims;
  insert into claim_key_hubs values (7, 'phone', 201, '{"surnames": 3}');
  insert into name_frequencies values (-3, 2);
  insert into integrity_counts values ('tpp', 'email-pattern', E'a.a\t0', 4);
  insert into claim_links select max(id), max(id) - 1, 3, -1.5, true from claims;
  insert into claim_clusters (case_id, size, changed_at) values ('brand-drug', 1, now());
  insert into claim_cluster_members select claim.id, cluster.id from claims claim, claim_clusters cluster limit 1;
  insert into claim_signals select max(id), 'burst', 'hour', 1, 2, '{"claims": 118}' from claims;
  insert into claim_scores select max(id), 'brand-drug', -20, 1.5, false, true, 1, now(), false from claims;
  insert into claim_scores_due select max(id) from claims;
  insert into claim_verdicts (request_id, claim_id, verdict, reason, at, staff_id, second, probability, evidence)
    select gen_random_uuid(), max(id), 'genuine', 'A call', now(), '${staffId}', false, 0.01, '{"duplicate": -20}' from claims;
  insert into cluster_verdicts (id, cluster_id, case_id, staff_id, started_at, seed, claim_ids, sample_ids)
    values (gen_random_uuid(), 1, 'brand-drug', '${staffId}', now(), 'seed', '{1,2}', '{2}');
  with rule as (
    insert into rules (case_id, name, created_at, created_by) values ('brand-drug', 'Small amounts', now(), '${staffId}') returning id
  ), version as (
    insert into rule_versions select id, 1, 'approve', '[]', sha256('rule'), now(), '${staffId}' from rule returning rule_id
  ), run as (
    insert into rule_runs (rule_id, version, seal, seed, evaluation, asked_by, asked_at, last_claim, due_at, status, finished_at)
    select rule_id, 1, 1, 'seed', sha256('evaluation'), '${staffId}', now(), 9, now(), 'failed', now() from version returning id
  ), found as (
    insert into rule_run_claims select run.id, max(claims.id), 'approve', 12.5 from run, claims group by run.id
  ), read as (
    insert into rule_run_scores select run.id, max(claims.id), -20, 1.5, '{burst}' from run, claims group by run.id
  ), job as (
    insert into bulk_jobs (kind, case_ids, claims, sha256, as_of, reason, asked_by, asked_at, status, due_at, finished_at)
    values ('approve', '{brand-drug}', 1, sha256('claims'), 7, '', '${staffId}', now(), 'cancelled', now(), now()) returning id
  )
  insert into bulk_job_claims select job.id, max(claims.id), 'skipped', 'changed', now() from job, claims group by job.id;
  insert into allocations (id, fund_id, case_id, plan_version, name, seal, as_of, limits, status, created_by, created_at, due_at)
    values (gen_random_uuid(), 'fund', 'brand-drug', 1, 'tab\t', 1, '2025-07-01', '{"consumers": {"cap": null}}', 'draft',
      '${staffId}', now(), now());
  insert into allocation_lines select id, '1234567890', 'consumers', 99999999999999999999, 0, null, 9007199254740993, 'paid'
    from allocations;
  insert into allocation_reports select id, now(), '\\x00ff0a', sha256('\\x00ff0a'), '\\x504b', sha256('\\x504b') from allocations;
  insert into neutral_marks (id, case_id, kind, claim_id, keys, reason, at, staff_id)
    select gen_random_uuid(), 'brand-drug', 'shared-place', max(id), '{-5}', 'A home', now(), '${staffId}' from claims;
  commit`;
