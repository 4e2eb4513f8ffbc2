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

alter table notifications
  -- When an alert that its channel did not deliver goes another way; null when nothing of the kind is owed.
  add column fallback_due_at timestamptz,
  -- The notification that carried it there.
  add column fallback_id uuid,
  -- Of such a notification itself: the address it goes to, if it is no channel, and the ways tried before.
  add column fallback jsonb;
create index notifications_fallback_due on notifications (fallback_due_at) where fallback_due_at is not null;
-- Whether anybody was notified of a check since.
create index notifications_sent_of_check on notifications (account_id, check_id, created_at) where status = 'SUCCESS';

-- When the latest fallback of an account was planned: at most one a minute.
create table account_fallbacks (
  account_id uuid primary key references accounts on delete cascade,
  last_at timestamptz not null
);

-- An address of the right form that no mail server takes: mail is never sent to localhost.
update users set email = case
  when exists (select from memberships where user_id = users.id and role = 'OWNER') then 'owner@localhost'
  else 'member@localhost' end
where coalesce(trim(email), '') = '';
alter table users alter column email set not null;
