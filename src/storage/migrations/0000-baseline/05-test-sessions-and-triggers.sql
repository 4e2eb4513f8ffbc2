-- Runs that somebody asks for.

-- Checks that somebody had run once in one location, and their outcome. Nothing here moves the state of a check. Keyed by
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
  -- How many of its runs have not ended, and how many failed or were cancelled.
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

-- URLs that run one check or one group when they are called. The hash finds the trigger of a call; the encrypted
-- token is for its owner to read again.
create table triggers (
  account_id uuid not null references accounts on delete cascade,
  id bigint generated always as identity unique,
  check_id uuid,
  group_id bigint,
  token_hash bytea not null unique,
  sealed_token text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  called_at timestamptz,
  primary key (account_id, id),
  check ((check_id is null) <> (group_id is null)),
  foreign key (account_id, check_id) references checks (account_id, id) on delete cascade,
  foreign key (account_id, group_id) references check_groups (account_id, id) on delete cascade
);
create unique index triggers_of_check on triggers (account_id, check_id) where check_id is not null;
create unique index triggers_of_group on triggers (account_id, group_id) where group_id is not null;

-- What runs when a repository is deployed.
create table deployment_triggers (
  account_id uuid not null references accounts on delete cascade,
  id bigint generated always as identity unique,
  check_id uuid,
  group_id bigint,
  provider text not null,
  repo_id text not null,
  repo_name text not null,
  repo_link text,
  use_environment_url boolean not null,
  include_screenshots boolean not null,
  environment_regex_filter text,
  environment_url_regex_filter text,
  run_location text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  check ((check_id is null) <> (group_id is null)),
  foreign key (account_id, check_id) references checks (account_id, id) on delete cascade,
  foreign key (account_id, group_id) references check_groups (account_id, id) on delete cascade
);
create unique index deployment_triggers_of_check on deployment_triggers (account_id, check_id, provider, repo_id)
  where check_id is not null;
create unique index deployment_triggers_of_group on deployment_triggers (account_id, group_id, provider, repo_id)
  where group_id is not null;
create index deployment_triggers_of_repository on deployment_triggers (provider, repo_id);

-- Deployment events that were handled, so that one that is delivered again starts nothing.
create table deployment_deliveries (
  provider text not null,
  delivery_id text not null,
  received_at timestamptz not null,
  primary key (provider, delivery_id)
);
create index deployment_deliveries_by_age on deployment_deliveries (received_at);

-- Outcomes owed to the provider as commit statuses. A row is deleted when its last status was delivered or cannot be.
create table commit_statuses (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  session_ids uuid[] not null,
  repo_name text not null,
  commit_id text not null,
  context text not null,
  target_url text not null,
  -- The state the provider knows.
  told text,
  failures smallint not null default 0,
  available_at timestamptz not null,
  lease_token uuid,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index commit_statuses_owed on commit_statuses (available_at);
