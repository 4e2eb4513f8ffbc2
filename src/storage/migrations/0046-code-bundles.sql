-- Archives of Playwright projects. Their bytes are content of the artifact store, which keeps each content of an account
-- once; lockContents asks this table before content is deleted.
create table code_bundles (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  content_id uuid not null,
  -- In hex, of the archive.
  sha256 text not null,
  size_bytes bigint not null,
  unpacked_bytes bigint not null,
  file_count integer not null,
  created_at timestamptz not null,
  -- Until then it is kept although no check refers to it.
  kept_until timestamptz not null,
  primary key (account_id, id)
);
create unique index code_bundles_by_content on code_bundles (account_id, content_id);
create index code_bundles_by_end on code_bundles (kept_until);

create index checks_by_code_bundle on checks (account_id, lower(settings ->> 'codeBundlePath'))
  where settings ->> 'codeBundlePath' is not null;
