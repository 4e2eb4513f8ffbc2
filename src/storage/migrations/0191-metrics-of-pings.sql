-- Named numbers that a ping sent: an array of { name, value, unit, verdict }.
alter table heartbeat_signals add column metrics jsonb not null default '[]';
-- The latest value of each name: an array of { name, value, unit, at }, times in epoch milliseconds.
alter table heartbeat_timers add column metrics jsonb not null default '[]';
-- The limits of the check, as its settings have them.
alter table heartbeat_timers add column metric_limits jsonb not null default '[]';
