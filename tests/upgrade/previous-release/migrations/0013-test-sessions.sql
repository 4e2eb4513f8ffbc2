-- Checks that somebody had run once in one place, and how that went. Nothing here moves the state of a check. Keyed by
-- time-ordered ids and dropped by the day, like results.
create table test_sessions (
  account_id uuid not null,
  id uuid not null,
  project_id uuid,
  name text not null,
  provider text not null,
  -- Who asked; null for keys that belong to nobody.
  user_id uuid,
  -- The queue of its runs.
  location text not null,
  private_location_id uuid,
  metadata jsonb,
  status text not null,
  -- How many of its runs have not ended, and how many ended so.
  running integer not null,
  failed integer not null,
  cancelled integer not null,
  error_group_ids uuid[] not null default '{}',
  started_at timestamptz not null,
  stopped_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id)
) partition by range (id);
create table test_sessions_default partition of test_sessions default;

-- One row for each run, under the id of its sequence: pending until its last attempt has ended. Attempts that were
-- followed by another have rows of their own, under the id of their task.
create table test_session_results (
  account_id uuid not null,
  session_id uuid not null,
  id uuid not null,
  sequence_id uuid not null,
  check_id uuid not null,
  check_name text not null,
  check_type text not null,
  location text not null,
  result_type text not null,
  status text not null,
  attempts smallint not null,
  -- Null when nothing was observed.
  outcome text,
  has_errors boolean not null default false,
  over_max_response_time boolean not null default false,
  response_time_ms double precision,
  status_code integer,
  error text,
  -- Why nothing was observed.
  schedule_error text,
  started_at timestamptz,
  stopped_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  detail jsonb not null default '{}',
  error_group_ids uuid[] not null default '{}',
  primary key (account_id, session_id, id)
) partition by range (id);
create table test_session_results_default partition of test_session_results default;
