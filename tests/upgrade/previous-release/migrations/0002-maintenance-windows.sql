create table maintenance_windows (
  account_id uuid not null references accounts on delete cascade,
  id bigint generated always as identity unique,
  name text not null,
  description text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  repeat_unit text,
  repeat_interval integer,
  -- The last day, in the time zone of the window, on which an occurrence may start.
  repeat_ends_at date,
  timezone text,
  -- What is paused, and what is silenced.
  tags text[] not null,
  pause_all_checks boolean not null,
  silence_alerts_tags text[] not null,
  silence_all_alerts boolean not null,
  visibility jsonb not null,
  -- When the next maintenance has to be made ahead; null when there will be none.
  plan_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id)
);
create index maintenance_windows_due on maintenance_windows (plan_at) where plan_at is not null;

-- One occurrence of a window. A window never has two for one planned start, whoever makes them.
create table maintenances (
  account_id uuid not null,
  id uuid not null unique,
  window_id bigint not null,
  planned_starts_at timestamptz not null,
  planned_ends_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null,
  -- When it pauses and silences; written ahead, so that runs and alerts never wait for a status to change.
  acts_from timestamptz,
  acts_until timestamptz not null,
  -- When its status changes by itself.
  next_change_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, window_id, planned_starts_at),
  foreign key (account_id, window_id) references maintenance_windows (account_id, id) on delete cascade
);
create index maintenances_acting on maintenances (account_id, acts_until) where acts_from is not null;
create index maintenances_due on maintenances (next_change_at) where next_change_at is not null;

create table maintenance_updates (
  account_id uuid not null,
  id uuid not null,
  maintenance_id uuid not null,
  status text not null,
  description text not null,
  notify_subscribers boolean not null,
  previous_status text not null,
  previous_starts_at timestamptz not null,
  previous_ends_at timestamptz not null,
  -- The times this update moved.
  new_starts_at timestamptz,
  new_ends_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, maintenance_id, id),
  foreign key (account_id, maintenance_id) references maintenances (account_id, id) on delete cascade
);
