import type { DataRules } from '@redress/datafiles/rules';
import type pg from 'pg';

/**
 * The rules of purchases again, in PostgreSQL: its own dates and decimals, and joins with the
 * lists. The checker must give the same totals. Supports only the formats of `messy-rows.ts`.
 */
export async function readRowsInSql(client: pg.Client, file: string, rules: DataRules): Promise<void> {
  await client.query(`
    create table raw (line integer generated always as identity, whole text not null);
    create table region (name text, code text, counts boolean);
    create table drug (digits text, label text);
    create table drug_name (spelling text, label text);
    -- to_date refuses the 30th of February by an error.
    create function day_of(written text, format text) returns date language plpgsql immutable as $$
    begin return to_date(written, format); exception when others then return null; end $$;
    create function bare(words text) returns text language sql immutable as
      $$ select regexp_replace(lower(words), '[^a-z0-9]', '', 'g') $$;`);
  // A line is one value: no byte of the file is a delimiter or a quote.
  await client.query(
    `copy raw (whole) from ${client.escapeLiteral(file)} with (format csv, delimiter E'\\x01', quote E'\\x02', escape E'\\x02', null E'\\x03')`,
  );
  await client.query(
    'insert into region select * from json_to_recordset($1) as r(name text, code text, counts boolean)',
    [JSON.stringify(rules.regions)],
  );
  await client.query('insert into drug select * from json_to_recordset($1) as d(digits text, label text)', [
    JSON.stringify(rules.drugs),
  ]);
  await client.query(
    `insert into drug_name select bare(s.value), d.label
      from json_to_recordset($1) as d(label text, spellings json), json_array_elements_text(d.spellings) s`,
    [JSON.stringify(rules.drugNames)],
  );
  await client.query(readCells);
  await client.query(validateRows, [rules.period.from, rules.period.to]);
}

const readCells = `
  create table cells as
  select line, whole, trim(c[1]) as payor, trim(c[2]) as drug, trim(c[3]) as day, trim(c[4]) as bought,
    trim(c[5]) as insured, trim(c[6]) as amount, trim(c[7]) as plan, trim(c[8]) as fein
  from raw, string_to_array(whole, '|') c
  where line > 1 and trim(whole) <> '' and trim(c[1]) <> 'Total'`;

const validateRows = `
  create table checked_rows as
  with days as (
    select line, case
      -- to_date takes a month or a day of 00 for the first.
      when day ~ '(^|[/-])00[/-]' then null
      when day_first
        then day_of(split_part(day, ' ', 1), 'DD/MM/YYYY')
      when day ~ '^\\d{1,2}/\\d{1,2}/\\d{4}' then day_of(split_part(day, ' ', 1), 'MM/DD/YYYY')
      when day ~ '^\\d{1,2}/\\d{1,2}/\\d{2}$' then day_of(day, 'MM/DD/YY')
      when day ~ '^\\d{4}-\\d\\d-\\d\\d' then day_of(left(day, 10), 'YYYY-MM-DD')
      when day ~ '^\\d{8}$' then day_of(day, 'YYYYMMDD')
      when day ~ '^[A-Z][a-z]{2} \\d' then day_of(day, 'Mon DD, YYYY')
      when day ~ '^\\d{1,2}-[A-Z][a-z]{2}-' then day_of(day, 'DD-Mon-YYYY')
    end as day, day_first
    from (select *, coalesce(substring(day, '^(\\d\\d)/\\d\\d/\\d{4}')::int > 12, false) as day_first from cells) with_first
  ), amounts as (
    select line, case
      when bare_amount !~ '^(\\d+|\\d{1,3}(,\\d{3})+)(\\.\\d+)?$' then null
      else (case when negative then -1 else 1 end) * replace(bare_amount, ',', '')::numeric
    end as exact
    from (
      select line, amount ~ '^-|^\\(|-$' as negative,
        -- One sign or one pair of parentheses, then a currency.
        regexp_replace(
          regexp_replace(amount, '^-(.*)$|^\\((.*)\\)$|^(.*[0-9])-$', '\\1\\2\\3'), '^(\\$|USD) ?', '') as bare_amount
      from cells
    ) signed
  ), codes as (
    select line, coalesce(exact.label, padded.label, named.label) as label
    from cells
    left join drug exact on exact.digits = replace(cells.drug, '-', '')
    left join drug padded on exact.digits is null and padded.digits =
      case when cells.drug ~ '^\\d{5}-\\d{3}-\\d{2}$|^\\d{10}$'
        then left(replace(cells.drug, '-', ''), 5) || '0' || right(replace(cells.drug, '-', ''), 5) end
    left join drug_name named on cells.drug ~ '[A-Za-z]' and named.spelling = bare(cells.drug)
  )
  select cells.*, days.day as date, day_first, amounts.exact, round(amounts.exact, 4) as paid, codes.label,
    there.name as state, there.counts as state_counts, home.name as home,
    row_number() over (partition by whole order by line) > 1 as again,
    not (cells.payor = '' or codes.label is null or days.day is null or days.day not between $1::date and $2::date
      or there.counts is not true or home.name is null
      or amounts.exact is null or abs(amounts.exact) >= 1e11) as counted
  from cells join days using (line) join amounts using (line) join codes using (line)
  left join region there on upper(cells.bought) in (upper(there.name), there.code)
  left join region home on upper(cells.insured) in (upper(home.name), home.code)`;
