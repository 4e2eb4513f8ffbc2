-- Golden files of visual comparisons. Their bytes are content of the artifact store, which keeps each content of an account
-- once; lockContents asks this table before content is deleted. Checks refer to them by the keys of their snapshots.
create table golden_files (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  content_id uuid not null,
  -- In hex.
  sha256 text not null,
  size_bytes bigint not null,
  created_at timestamptz not null,
  -- Until then it is kept although no check refers to it.
  kept_until timestamptz not null,
  primary key (account_id, id)
);
create unique index golden_files_by_content on golden_files (account_id, content_id);
create index golden_files_by_end on golden_files (kept_until);

create index checks_by_snapshots on checks using gin ((settings -> 'snapshots') jsonb_path_ops)
  where settings -> 'snapshots' is not null;
