-- What the browser and its request said while a claim was filed, without personal data in clear. Written with the claim; empty
-- columns were not measured. Cleanup deletes the rows of a case 180 days after its deadline, or after a later filing.
-- Without checks, which PostgreSQL would read anew for each statement that files a claim, and without a foreign key: the server
-- has checked the values, and one statement writes the claim and this row. They would cost filing half as much again as the row.
create table claim_observations (
  claim_id bigint primary key,
  -- As in the claim: the index by case and time finds what is to be deleted, and the filings of an hour.
  case_id text not null,
  at timestamptz not null,
  -- While the page was visible.
  visible_seconds integer,
  -- Fields that were changed by keys, by pasting, by autofill, and by none of these.
  fields_typed smallint,
  fields_pasted smallint,
  fields_filled smallint,
  fields_other smallint,
  draft_restored boolean,
  -- `navigator.webdriver`
  automated boolean,
  without_script boolean not null,
  -- By the request's headers: the browser says that it is Chrome, and lacks the headers that Chrome sends.
  claims_chrome boolean,
  lacks_client_hints boolean,
  -- Keyed hashes of the client's address, of its /24 or /48, and of a random token of the browser.
  address_hash bytea,
  network_hash bytea,
  browser_hash bytea,
  -- By a list that the operator supplied, of this date. A date alone: the address is in none of the lists.
  network_kind text,
  network_list_date date
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index claim_observations_by_time on claim_observations (case_id, at);
