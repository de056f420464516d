-- Duplicate and machine-made claims: what was observed at filing, and the signals, links and scores that a job derives from it.

-- What the browser and its request said while a claim was filed, without personal data in clear. Written with the claim; empty
-- columns were not measured. Cleanup deletes the rows of a case 180 days after its deadline, or after a later filing.
create table claim_observations (
  claim_id bigint primary key references claims,
  -- As in the claim: the index by case and time finds what is to be deleted, and the filings of an hour.
  case_id text not null,
  at timestamptz not null,
  -- While the page was visible.
  visible_seconds integer check (visible_seconds >= 0),
  -- Fields that were changed by keys, by pasting, by autofill, and by none of these.
  fields_typed smallint check (fields_typed >= 0),
  fields_pasted smallint check (fields_pasted >= 0),
  fields_filled smallint check (fields_filled >= 0),
  fields_other smallint check (fields_other >= 0),
  draft_restored boolean,
  -- `navigator.webdriver`
  automated boolean,
  without_script boolean not null,
  -- By the request's headers: the browser says that it is Chrome, and lacks the headers that Chrome sends.
  claims_chrome boolean,
  lacks_client_hints boolean,
  -- Keyed hashes of the client's address, of its /24 or /48, and of a random token of the browser.
  address_hash bytea check (length(address_hash) = 32),
  network_hash bytea check (length(network_hash) = 32),
  browser_hash bytea check (length(browser_hash) = 32),
  -- By a list that the operator supplied, of this date. A date alone: the address is in none of the lists.
  network_kind text check (network_kind in ('hosting', 'tor', 'relay')),
  network_list_date date,
  check ((network_list_date is null) <= (network_kind is null))
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index claim_observations_by_time on claim_observations (case_id, at);
