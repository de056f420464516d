-- A filed claim keeps every column, including those that later migrations add. A column that may
-- change after filing must be listed in `changeable`; one that a purge empties, in `purged`.
create or replace function keep_answers() returns trigger language plpgsql as $$
declare
  changeable constant text[] := array[]::text[];
  purged constant text[] := changeable
    || array['status', 'notice_id', 'name', 'email', 'zip', 'state', 'amount', 'quantity', 'answers', 'summary'];
begin
  if to_jsonb(new) - changeable = to_jsonb(old) - changeable then
    return new;
  end if;
  if old.status = 'filed' and new.status = 'purged' and to_jsonb(new) - purged = to_jsonb(old) - purged then
    return new;
  end if;
  raise exception 'a claim keeps the answers it was filed with';
end
$$;
drop trigger claims_keep_answers on claims;
create trigger claims_keep_answers before update on claims for each row execute function keep_answers();
