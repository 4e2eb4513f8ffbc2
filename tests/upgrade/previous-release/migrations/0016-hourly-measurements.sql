-- What a run measured, in the order of its type's metrics. Null for runs that say nothing about how their check does.
alter table check_results add column measured double precision[];
-- Rows lie in the order they were stored. Days that are over before this file ran are not worth a scan, so the index
-- is made for the partitions that come.
create index check_results_by_time on only check_results using brin (created_at) with (pages_per_range = 32);

-- The final results of a check in an hour that is over, series by series. A series is [location, status code, outcome,
-- results, retries]. at (milliseconds since the hour, int4), retries (int2) and m1 to m10 (float8, NaN for null) hold
-- one number for each result, in network order. check_measurements held the same for five minutes; nothing is added
-- to it any more.
create table check_hours (
  account_id uuid not null,
  check_id uuid not null,
  bucket timestamptz not null,
  size integer not null,
  series json not null,
  at bytea not null,
  retries bytea not null,
  m1 bytea,
  m2 bytea,
  m3 bytea,
  m4 bytea,
  m5 bytea,
  m6 bytea,
  m7 bytea,
  m8 bytea,
  m9 bytea,
  m10 bytea,
  primary key (account_id, check_id, bucket)
) partition by range (bucket);
create table check_hours_default partition of check_hours default;
create index check_hours_by_time on check_hours using brin (bucket) with (pages_per_range = 16);

-- Roll-ups are made again in their new shape from what was measured: one row for all metrics, each a histogram. Days
-- are there twice: broken down by location and status code, and shorter, only by whether results failed.
drop table check_rollups;
create table check_rollups (
  account_id uuid not null,
  check_id uuid not null,
  minutes smallint not null,
  is_broken_down boolean not null,
  bucket timestamptz not null,
  series json not null,
  m1 bytea,
  m2 bytea,
  m3 bytea,
  m4 bytea,
  m5 bytea,
  m6 bytea,
  m7 bytea,
  m8 bytea,
  m9 bytea,
  m10 bytea,
  primary key (account_id, check_id, minutes, is_broken_down, bucket)
) partition by range (bucket);
create table check_rollups_default partition of check_rollups default;
create index check_rollups_by_time on check_rollups using brin (bucket) with (pages_per_range = 16);

delete from rollup_progress where minutes > 0;
insert into rollup_progress (minutes, until)
select minutes, date_trunc(unit, first, 'UTC')
from (select min(bucket) as first from check_measurements) as measured
cross join (values (60, 'hour'), (1440, 'day')) as length (minutes, unit)
where first is not null;

drop aggregate belfry_joined(anycompatiblearray);
drop function measurement_bin(double precision);
