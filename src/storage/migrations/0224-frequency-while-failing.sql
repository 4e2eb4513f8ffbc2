-- Seconds between runs while a check is failing; null: as always.
alter table check_schedules add column failing_seconds int;
