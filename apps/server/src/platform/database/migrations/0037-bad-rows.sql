-- Bad rows of an import, whole, so that a person can correct and import only them.

-- The columns of the file, in its order. Null: no bad rows, or an import before 1.1.0.
alter table member_imports add column bad_row_columns text[];
-- The row's cells as JSON, encrypted like Unique IDs, because one of them is a Unique ID. Null: an import before 1.1.0.
alter table member_import_bad_rows add column cells_encrypted bytea;
