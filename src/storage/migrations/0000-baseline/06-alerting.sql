-- Who is notified of what, and how the deliveries went.

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
  paused_until timestamptz,
  -- Of a channel that people read: alerts until then wait and become one message.
  burst_until timestamptz,
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

-- How the deliveries over each alert channel go. No row: nothing was delivered since the channel was made or changed.
create table channel_states (
  account_id uuid not null,
  channel_id bigint primary key,
  state text not null,
  last_at timestamptz not null,
  last_outcome text not null,
  -- What the receiver answered to the latest attempt, without secrets; null when that was sent.
  last_error text,
  -- The first attempt that failed since the last one that was sent.
  failing_since timestamptz,
  consecutive_failures integer not null,
  foreign key (account_id, channel_id) references alert_channels (account_id, id) on delete cascade
) with (fillfactor = 70);
create index channel_states_failing on channel_states (account_id) where state = 'FAILING';

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

-- The intent to notify one channel, or the reason for silence. available_at is set while a delivery is still owed.
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
  -- When an alert that its channel did not deliver goes another way; null when none is owed.
  fallback_due_at timestamptz,
  -- The notification that carried it there.
  fallback_id uuid,
  -- Of such a notification itself: the address it goes to, if it is no channel, and the ways tried before.
  fallback jsonb,
  -- Whether it may go out together with others of its channel.
  is_groupable boolean not null default false,
  -- Whether it came within a burst.
  has_waited boolean not null default false,
  -- The notification whose delivery carries this one, itself included; null until that is decided.
  message_id uuid,
  primary key (account_id, id)
);
create index notifications_owed on notifications (available_at) where available_at is not null;
create index notifications_fallback_due on notifications (fallback_due_at) where fallback_due_at is not null;
-- Answers whether anybody was notified of a check since a time.
create index notifications_sent_of_check on notifications (account_id, check_id, created_at) where status = 'SUCCESS';
create index notifications_to_group on notifications (available_at)
  where available_at is not null and is_groupable and message_id is null;
create index notifications_of_message on notifications (account_id, message_id)
  where message_id is not null and message_id <> id;

-- The link in a message does each of its actions once; the row is written with the effect.
create table alert_link_uses (
  account_id uuid not null references accounts on delete cascade,
  notification_id uuid not null,
  action text not null,
  used_at timestamptz not null,
  used_by text not null,
  primary key (account_id, notification_id, action)
);

-- When the latest fallback of an account was planned: at most one a minute.
create table account_fallbacks (
  account_id uuid primary key references accounts on delete cascade,
  last_at timestamptz not null
);
