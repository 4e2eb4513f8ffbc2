-- A cron or OnCalendar expression that says when a heartbeat is expected, instead of its period.
alter table heartbeat_timers add column schedule text;
-- IANA name of the time zone of the schedule; null is UTC.
alter table heartbeat_timers add column timezone text;
