-- When the copy of a status page at each place was written, and why the last attempt failed.
create table status_page_copies (
  account_id uuid not null,
  status_page_id uuid not null,
  target text not null check (target in ('directory', 's3', 'git')),
  -- Null before the first one.
  written_at timestamptz,
  -- Null after a success.
  failed_at timestamptz,
  failure text,
  primary key (account_id, status_page_id, target),
  foreign key (account_id, status_page_id) references status_pages (account_id, id) on delete cascade
);
