-- What is monitored: the configuration of checks and groups, when each check runs next and where it stands.

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
  muted_until timestamptz,
  -- In the URL of the group's badge: random, so that nobody finds it by counting; null while the badge is off.
  badge_token text,
  primary key (account_id, id)
);
create unique index check_groups_badge_token on check_groups (badge_token) where badge_token is not null;

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
  -- Everything else a check of its type carries, validated by the contract; secret values are encrypted.
  settings jsonb not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, group_id) references check_groups (account_id, id)
);
create index checks_by_group on checks (account_id, group_id) where group_id is not null;
create index checks_by_tag on checks using gin (tags);
create index checks_by_private_location on checks using gin (private_locations);
-- Lists of checks in the orders that can be asked for, a page at a time.
create index checks_by_name on checks (account_id, lower(name), id);
create index checks_by_type on checks (account_id, check_type, id);
create index checks_by_change on checks (account_id, coalesce(updated_at, created_at), id);

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
  -- Channel -> what it was last notified of about the certificate.
  ssl_told jsonb not null default '{}',
  alert_state jsonb,
  -- The session whose outcome moved this row last; an older session must not move it again.
  last_session_id uuid,
  reminder_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  -- Alerts that a silence holds back are evaluated again then; null: nothing is held back.
  release_at timestamptz,
  -- Until when people asked for silence.
  snoozed_until timestamptz,
  muted_until timestamptz,
  foreign key (account_id, check_id) references checks (account_id, id) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index check_states_by_account on check_states (account_id);
create index check_states_reminders on check_states (reminder_at) where reminder_at is not null;
create index check_states_held on check_states (release_at) where release_at is not null;

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
