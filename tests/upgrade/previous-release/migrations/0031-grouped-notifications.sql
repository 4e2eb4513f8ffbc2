-- A channel that people read hears of the first alert at once; what follows until then waits and becomes one message.
alter table alert_channels add column burst_until timestamptz;

-- is_groupable: may go out together with others of its channel. message_id: the notification whose delivery carries this
-- one, itself included; null until that is decided. has_waited: came within a burst.
alter table notifications
  add column is_groupable boolean not null default false,
  add column has_waited boolean not null default false,
  add column message_id uuid;
create index notifications_to_group on notifications (available_at)
  where available_at is not null and is_groupable and message_id is null;
create index notifications_of_message on notifications (account_id, message_id)
  where message_id is not null and message_id <> id;
