-- One run of a check that is not saved. Definition and report are encrypted with the secret key of the installation and
-- deleted soon after the run has ended; nothing else of it is stored.
create table dry_runs (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  check_type text not null,
  queue text not null,
  encrypted_check text not null,
  -- Null while the run waits or is under way.
  encrypted_report text,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index dry_runs_of_account on dry_runs (account_id, id);
create index dry_runs_created on dry_runs (created_at);
