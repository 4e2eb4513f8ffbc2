-- What changes with every scheduled run is in unlogged tables, which the database empties after a crash. It is planned
-- again from results, sessions and plans then: docs/decisions/0073-a-queue-that-is-planned-again.md.
create unlogged table schedule_times (
  check_id uuid primary key references check_schedules on delete cascade,
  -- Null when the check does not run.
  next_run_at timestamptz,
  -- The latest slot that became a run; null when it is not known.
  last_slot timestamptz,
  location_cursor integer not null default 0,
  skipped_ticks bigint not null default 0
) with (fillfactor = 60);
create index schedule_times_due on schedule_times (next_run_at) where next_run_at is not null;
insert into schedule_times select check_id, next_run_at, last_slot, location_cursor, skipped_ticks from check_schedules;

-- One row, which is gone after a crash.
create unlogged table planned_since_crash (
  is_only boolean primary key default true check (is_only)
);
insert into planned_since_crash default values;

-- check_schedules.next_run_at is when the check runs first by its plan, for planning again.
drop index check_schedules_due;
alter table check_schedules drop column last_slot, drop column location_cursor, drop column skipped_ticks;

-- First attempts of scheduled runs in one location are unlogged, every other run is not.
alter table run_tasks rename to lasting_run_tasks;
alter index run_tasks_pkey rename to lasting_run_tasks_pkey;
alter index run_tasks_claimable rename to lasting_run_tasks_claimable;
alter index run_tasks_by_check rename to lasting_run_tasks_by_check;
alter index run_tasks_by_account rename to lasting_run_tasks_by_account;
alter table lasting_run_tasks add column is_unlogged boolean not null default false;
create table run_tasks (like lasting_run_tasks including defaults) partition by list (is_unlogged);
create unlogged table unlogged_run_tasks (like lasting_run_tasks including defaults including indexes)
  with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table unlogged_run_tasks alter column is_unlogged set default true;
alter table run_tasks attach partition lasting_run_tasks for values in (false);
alter table run_tasks attach partition unlogged_run_tasks for values in (true);
create index run_tasks_by_check on run_tasks (check_id);
create index run_tasks_by_account on run_tasks (queue, account_id, claimable_at);
create index run_tasks_claimable on run_tasks (queue, claimable_at);
