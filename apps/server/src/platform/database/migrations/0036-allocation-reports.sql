-- The report on a frozen allocation, as it was first made. A later release may lay out reports differently.
create table allocation_reports (
  allocation_id uuid primary key references allocations,
  made_at timestamptz not null,
  pdf bytea not null,
  pdf_sha256 bytea not null check (pdf_sha256 = sha256(pdf)),
  workbook bytea not null,
  workbook_sha256 bytea not null check (workbook_sha256 = sha256(workbook))
);
create trigger allocation_reports_stay before update or delete on allocation_reports
  for each row execute function refuse_change('a report is kept as it was made');
create trigger allocation_reports_never_emptied before truncate on allocation_reports
  for each statement execute function refuse_change('a report is kept as it was made');
