-- The alerts of a check are delivered in order: finds those that a later one waits for.
create index notifications_pending_of_check on notifications (account_id, check_id, channel_id, id)
  where finished_at is null and (claimable_at is not null or message_id is not null);
