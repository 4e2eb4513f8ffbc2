-- What happens in a dry run while it is under way, for whoever waits for it; encrypted and deleted with it.
create table dry_run_progress (
  dry_run_id uuid not null references dry_runs on delete cascade,
  -- From 1, without gaps.
  position integer not null,
  encrypted_events text not null,
  primary key (dry_run_id, position)
);
-- Whether its result has the traces of its tests.
alter table dry_runs add column includes_traces boolean not null default false;
-- What each process that runs checks lacks, so that the API can say beforehand which checks cannot run.
create table runner_problems (
  runner_id text primary key,
  -- A sentence by the name of the requirement.
  problems jsonb not null,
  seen_at timestamptz not null
);
