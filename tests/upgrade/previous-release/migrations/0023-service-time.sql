-- The latest time the installation has seen, written every few seconds by every process. It never goes back, whatever
-- the clocks of machines do; a gap before it is a time in which no process worked.
create table service_time (
  is_only boolean primary key default true check (is_only),
  mark timestamptz not null,
  -- The last gap of more than a day: when it ended, and how long it was.
  absence_ended_at timestamptz,
  absence_ms bigint
);

insert into service_time (mark)
select max(at) from (
  select max(last_slot) as at from check_schedules
  union all select max(updated_at) from check_states
  union all select max(reset_at) from heartbeat_timers
) known where at is not null having max(at) is not null;

-- The one place where SQL asks the clock. It is compared with, and nothing else is decided by it.
create function database_clock() returns timestamptz language sql volatile as 'select clock_timestamp()';
