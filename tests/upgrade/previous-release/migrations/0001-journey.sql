-- Accounts and who may act in them.
create table accounts (
  id uuid primary key,
  name text not null,
  runtime_id text not null,
  alert_settings jsonb not null,
  settings jsonb not null default '{}',
  -- Moves with every change of a variable, so that prepared runs know when to resolve again.
  variables_version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz
);

create table users (
  id uuid primary key,
  name text not null,
  email text,
  created_at timestamptz not null
);

create table memberships (
  account_id uuid not null references accounts on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null,
  created_at timestamptz not null,
  primary key (account_id, user_id)
);
create index memberships_by_user on memberships (user_id);

-- A service key names its account and role; a user key takes both from the memberships of its user.
create table api_keys (
  id uuid primary key,
  kind text not null,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  account_id uuid references accounts on delete cascade,
  user_id uuid references users on delete cascade,
  role text,
  created_at timestamptz not null,
  revoked_at timestamptz,
  check ((kind = 'service' and account_id is not null and role is not null) or (kind = 'user' and user_id is not null))
);

-- Configuration.
create table check_groups (
  account_id uuid not null references accounts on delete cascade,
  id bigint generated always as identity unique,
  -- 1: settings always override the members; 2: only what is set does.
  generation smallint not null,
  name text not null,
  activated boolean not null,
  muted boolean not null,
  tags text[] not null,
  settings jsonb not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id)
);

create table checks (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null unique,
  check_type text not null,
  name text not null,
  activated boolean not null,
  muted boolean not null,
  group_id bigint,
  group_order double precision,
  tags text[] not null,
  frequency integer,
  frequency_offset integer,
  locations text[] not null,
  private_locations text[] not null,
  run_parallel boolean not null,
  -- Everything else a check of its type carries, validated by the contract; secret values are sealed.
  settings jsonb not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, group_id) references check_groups (account_id, id)
);
create index checks_by_group on checks (account_id, group_id) where group_id is not null;
create index checks_by_tag on checks using gin (tags);

create table variables (
  account_id uuid not null references accounts on delete cascade,
  key text not null,
  sealed_value text not null,
  locked boolean not null,
  secret boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, key)
);

create table alert_channels (
  account_id uuid not null references accounts on delete cascade,
  id bigint generated always as identity unique,
  type text not null,
  config jsonb not null,
  send_recovery boolean not null,
  send_failure boolean not null,
  send_degraded boolean not null,
  ssl_expiry boolean not null,
  ssl_expiry_threshold integer not null,
  auto_subscribe boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id)
);

create table channel_subscriptions (
  account_id uuid not null,
  id bigint generated always as identity primary key,
  channel_id bigint not null,
  check_id uuid,
  group_id bigint,
  activated boolean not null,
  check ((check_id is null) <> (group_id is null)),
  foreign key (account_id, channel_id) references alert_channels (account_id, id) on delete cascade,
  foreign key (account_id, check_id) references checks (account_id, id) on delete cascade,
  foreign key (account_id, group_id) references check_groups (account_id, id) on delete cascade
);
create unique index channel_subscriptions_of_check on channel_subscriptions (account_id, check_id, channel_id) where check_id is not null;
create unique index channel_subscriptions_of_group on channel_subscriptions (account_id, group_id, channel_id) where group_id is not null;
create index channel_subscriptions_by_channel on channel_subscriptions (account_id, channel_id);

-- When each check runs next. Holds the effective plan (group settings merged), so that a tick reads nothing else.
-- Rows of checks that never come due (inactive, inbound, without a location) have no next_run_at.
create table check_schedules (
  account_id uuid not null,
  check_id uuid primary key,
  check_type text not null,
  check_name text not null,
  frequency integer not null,
  frequency_offset integer,
  locations text[] not null,
  run_parallel boolean not null,
  next_run_at timestamptz,
  -- The latest slot that became a run; none before it runs again, whatever the clock or an edit does.
  last_slot timestamptz,
  location_cursor integer not null default 0,
  skipped_ticks bigint not null default 0,
  dropped_runs bigint not null default 0,
  foreign key (account_id, check_id) references checks (account_id, id) on delete cascade
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index check_schedules_due on check_schedules (next_run_at) where next_run_at is not null;

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
  claims smallint not null default 0
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
create index run_tasks_claimable on run_tasks (location, available_at);
create index run_tasks_by_check on run_tasks (check_id);

-- What happened. Keyed by time-ordered ids and partitioned by them, one partition a day; the default partition only
-- catches rows for which no day was prepared.
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
  primary key (account_id, check_id, id)
) partition by range (id);
create table check_results_default partition of check_results default;

create table heartbeat_events (
  account_id uuid not null,
  check_id uuid not null,
  id uuid not null,
  state text not null,
  at timestamptz not null,
  source text not null,
  user_agent text not null,
  lateness_ms bigint not null,
  primary key (account_id, check_id, id)
) partition by range (id);
create table heartbeat_events_default partition of heartbeat_events default;

-- Where each check stands: the last finished tick and the state of its alerting.
create table check_states (
  account_id uuid not null,
  check_id uuid primary key,
  status text,
  has_errors boolean not null default false,
  longest_run_ms double precision,
  shortest_run_ms double precision,
  last_run_location text,
  last_result_id uuid,
  last_response_time_ms double precision,
  ssl_days_remaining integer,
  -- Channel -> what was told about the certificate.
  ssl_told jsonb not null default '{}',
  alert_state jsonb,
  -- The session whose outcome moved this row last; an older session must not move it again.
  last_session_id uuid,
  reminder_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  foreign key (account_id, check_id) references checks (account_id, id) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index check_states_by_account on check_states (account_id);
create index check_states_reminders on check_states (reminder_at) where reminder_at is not null;

create table heartbeat_timers (
  account_id uuid not null,
  check_id uuid primary key,
  token_hash bytea not null unique,
  sealed_token text not null,
  activated boolean not null,
  period_ms bigint not null,
  grace_ms bigint not null,
  -- Null until the first ping: the timer has not started.
  reset_at timestamptz,
  is_failing boolean not null default false,
  failing_at timestamptz,
  foreign key (account_id, check_id) references checks (account_id, id) on delete cascade
);
create index heartbeat_timers_due on heartbeat_timers (failing_at) where failing_at is not null;

create table check_alerts (
  account_id uuid not null,
  id uuid not null,
  check_id uuid not null,
  check_name text not null,
  check_type text not null,
  alert_type text not null,
  run_location text,
  response_time_ms double precision,
  status_code integer,
  error text,
  check_result_id uuid,
  started_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index check_alerts_of_check on check_alerts (account_id, check_id, id);

-- The intent to tell one channel, or the reason for silence. available_at is set while a delivery is still owed.
create table notifications (
  account_id uuid not null,
  id uuid not null,
  check_id uuid not null,
  check_type text not null,
  check_alert_id uuid,
  check_result_id uuid,
  channel_id bigint,
  channel_type text,
  status text not null,
  silence text,
  facts jsonb not null,
  tries jsonb not null default '[]',
  available_at timestamptz,
  lease_token uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id)
);
create index notifications_owed on notifications (available_at) where available_at is not null;

-- Requests used in the current window, in blocks taken by each process. Losing it in a crash only forgives requests.
create unlogged table rate_windows (
  bucket text not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (bucket, window_start)
);

-- Counts that must be visible and survive a restart, for example runs dropped because nobody claimed them.
create table counters (
  name text not null,
  label text not null default '',
  value bigint not null,
  primary key (name, label)
);

-- Facts about the installation as a whole, for example the text that proves a secret key to be the right one.
create table installation (
  name text primary key,
  value text not null
);
