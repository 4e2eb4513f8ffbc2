-- Where other tools send their alerts, and who is notified of them.
create table alert_sources (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  name text not null,
  token_hash bytea not null,
  token_prefix text not null,
  channel_ids bigint[] not null,
  severity_label text not null,
  service_label text not null,
  opens_incidents boolean not null,
  notify_subscribers boolean not null,
  -- A group whose mutes apply; no reference, since a deleted group mutes nothing.
  group_id bigint,
  -- After this time an alert that is not sent again is over, unless its sender said when.
  expire_minutes integer not null,
  last_received_at timestamptz,
  -- Alerts that the sender left out of its last message, or that were too many to keep.
  left_out integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id)
);
create unique index alert_sources_by_token on alert_sources (token_hash);

-- One row from the first time that an alert fires until it is over.
create table received_alerts (
  account_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  fingerprint text not null,
  name text not null,
  severity text not null,
  labels jsonb not null,
  annotations jsonb not null,
  summary text not null,
  link text,
  starts_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz,
  last_received_at timestamptz not null,
  alert_state jsonb not null,
  -- When to look again whether it has expired, or whether what held its notifications back is over.
  due_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, source_id) references alert_sources (account_id, id) on delete cascade
);
create unique index received_alerts_firing on received_alerts (account_id, source_id, fingerprint) where ended_at is null;
create index received_alerts_due on received_alerts (due_at) where due_at is not null;
create index received_alerts_of_source on received_alerts (account_id, source_id, id);
create index received_alerts_over on received_alerts (ended_at) where ended_at is not null;

-- Received alerts whose labels match are not notified meanwhile.
create table alert_silences (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  -- Only alerts of this source, whose token made it; null: of all.
  source_id uuid,
  -- All of them match: name, value, isRegex, isEqual.
  matchers jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_by text not null,
  comment text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, source_id) references alert_sources (account_id, id) on delete cascade
);
create index alert_silences_of_source on alert_silences (account_id, source_id) where source_id is not null;
create index alert_silences_ending on alert_silences (account_id, ends_at);

create trigger capture_change after insert or update or delete on alert_sources for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
create trigger capture_change after insert or update or delete on alert_silences for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
