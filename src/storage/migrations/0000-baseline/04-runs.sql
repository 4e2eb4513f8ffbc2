-- Runs that wait or are under way, and what finished ones left behind.

-- One attempt in one location, waiting or leased. available_at is when it may be claimed next: its start when it
-- waits, the end of the lease when somebody holds it. A settled task is deleted in the transaction of its result.
create table run_tasks (
  id uuid primary key,
  account_id uuid not null,
  check_id uuid not null,
  session_id uuid not null,
  sequence_id uuid not null,
  location text not null,
  -- How many locations the session of this tick has.
  session_size smallint not null,
  attempt smallint not null,
  run_source text not null,
  scheduled_for timestamptz not null,
  -- When the first attempt of the sequence was queued; bounds maxDurationSeconds.
  sequence_started_at timestamptz not null,
  available_at timestamptz not null,
  queued_at timestamptz not null,
  lease_token uuid,
  runner_id text,
  claims smallint not null default 0,
  -- How often runners returned the run because what they saw said nothing about the target.
  returns smallint not null default 0
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
create index run_tasks_claimable on run_tasks (location, available_at);
create index run_tasks_by_check on run_tasks (check_id);

-- Members of a group that were triggered together and of which only some run at once. A member is here while it waits
-- or runs.
create table run_batches (
  account_id uuid not null references accounts on delete cascade,
  id uuid primary key,
  concurrency integer not null
);

create table run_batch_members (
  batch_id uuid not null references run_batches on delete cascade,
  position integer not null,
  session_id uuid not null unique,
  is_started boolean not null default false,
  primary key (batch_id, position)
);

-- What a run does otherwise than its check says: variables, the environment it looks at. Encrypted as a whole, and
-- deleted when the run is over.
create table run_overrides (
  session_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  sealed text not null,
  created_at timestamptz not null
);
create index run_overrides_by_age on run_overrides (created_at);

-- Sessions and results are keyed by time-ordered ids and partitioned by them, one partition a day; the default
-- partition only catches rows for which no day was prepared.
create table check_sessions (
  account_id uuid not null,
  id uuid not null,
  check_id uuid not null,
  check_type text not null,
  check_name text not null,
  run_source text not null,
  status text not null,
  locations text[] not null,
  -- Location -> { resultId, outcome, hasErrors, attempts } of finished sequences.
  outcomes jsonb not null default '{}',
  started_at timestamptz not null,
  stopped_at timestamptz,
  primary key (account_id, id)
) partition by range (id);
create table check_sessions_default partition of check_sessions default;

create table check_results (
  account_id uuid not null,
  check_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  sequence_id uuid not null,
  check_name text not null,
  check_type text not null,
  location text not null,
  run_source text not null,
  result_type text not null,
  attempt smallint not null,
  outcome text not null,
  has_errors boolean not null,
  over_max_response_time boolean not null,
  response_time_ms double precision not null,
  status_code integer,
  error text,
  scheduled_for timestamptz not null,
  started_at timestamptz not null,
  stopped_at timestamptz not null,
  created_at timestamptz not null,
  detail jsonb not null,
  -- The error groups the result belongs to. No foreign key: results outlive groups and are dropped by the day.
  error_group_ids uuid[] not null default '{}',
  -- What the run measured, in the order of the metrics of its type; null when it says nothing about the target.
  measured double precision[],
  primary key (account_id, check_id, id)
) partition by range (id);
create table check_results_default partition of check_results default;
-- Rows lie in the order they were stored, so a small index finds a time. Partitions of days get it when they are made;
-- the default partition, which holds next to nothing, does not need it.
create index check_results_by_time on only check_results using brin (created_at) with (pages_per_range = 32);
