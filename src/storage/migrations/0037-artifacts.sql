-- Files of runs: logs, screenshots, traces, videos, packet captures, reports. Only what describes them is here; the bytes
-- are in the artifact store, a directory or a bucket, under the account and the id of the content.

-- How much an account has stored, reservations of uploads in progress included. Its row is locked by whoever adds or
-- removes content, so that the quota holds over all processes.
create table artifact_usage (
  account_id uuid primary key,
  stored_bytes bigint not null default 0,
  stored_files bigint not null default 0
);

-- One object of the store. The id is never used again, so that deleting an object cannot hit a later upload of the same
-- bytes. A row is there before its object and is deleted after it.
create table artifact_contents (
  account_id uuid not null,
  id uuid not null,
  -- In hex.
  sha256 text not null,
  size_bytes bigint not null,
  created_at timestamptz not null,
  -- Null while it is uploaded.
  stored_at timestamptz,
  -- Until then a report may still refer to it.
  pinned_until timestamptz not null,
  -- The latest result that refers to it; null when none does.
  last_result_id uuid,
  -- When it was given up: the object is deleted, then the row.
  discarded_at timestamptz,
  primary key (account_id, id)
);
create unique index artifact_contents_by_hash on artifact_contents (account_id, sha256)
  where stored_at is not null and discarded_at is null;
create index artifact_contents_unreferenced on artifact_contents (pinned_until)
  where last_result_id is null and discarded_at is null;
create index artifact_contents_by_last_result on artifact_contents (last_result_id) where discarded_at is null;
create index artifact_contents_discarded on artifact_contents (discarded_at) where discarded_at is not null;

-- The files of a result, dropped with its day. Several may have the same content.
create table artifacts (
  account_id uuid not null,
  result_id uuid not null,
  id uuid not null,
  check_id uuid not null,
  content_id uuid not null,
  name text not null,
  kind text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  -- Whether it may be deleted to make room for files of later runs.
  is_of_passed_run boolean not null,
  created_at timestamptz not null,
  primary key (account_id, result_id, id)
) partition by range (result_id);
create table artifacts_default partition of artifacts default;
create index artifacts_by_content on artifacts (account_id, content_id);
create index artifacts_of_passed_runs on artifacts (account_id, result_id) where is_of_passed_run;
