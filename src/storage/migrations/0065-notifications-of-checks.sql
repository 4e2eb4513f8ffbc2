-- The overview says of each problem who was notified, or why nobody was.
create index notifications_of_check on notifications (account_id, check_id, id);
