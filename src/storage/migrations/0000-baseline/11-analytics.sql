-- Metrics of results in forms that are fast to read over long times.

-- Metrics of the results of five minutes, in parallel arrays: one element of every array for each result. Written
-- before there was check_hours; nothing is added any more. Columns m1 to m10 are the metrics of the check's type in
-- the order of the contract; a metric the type does not have is null.
create table check_measurements (
  account_id uuid not null,
  check_id uuid not null,
  bucket timestamptz not null,
  location text not null,
  status_code integer not null,
  outcome text not null,
  result_type text not null,
  size integer not null,
  at timestamptz[] not null,
  retries double precision[] not null,
  m1 double precision[],
  m2 double precision[],
  m3 double precision[],
  m4 double precision[],
  m5 double precision[],
  m6 double precision[],
  m7 double precision[],
  m8 double precision[],
  m9 double precision[],
  m10 double precision[],
  primary key (account_id, check_id, bucket, location, status_code, outcome, result_type)
) partition by range (bucket);
create table check_measurements_default partition of check_measurements default;
alter table check_measurements_default set (fillfactor = 70);
create index check_measurements_by_time on check_measurements using brin (bucket) with (pages_per_range = 16);

-- The final results of a check in an hour that is over, series by series. A series is [location, status code, outcome,
-- results, retries]. at (milliseconds since the hour, int4), retries (int2) and m1 to m10 (float8, NaN for null) hold
-- one number for each result, in network order.
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

-- Roll-ups of an hour or a day: one row for all metrics, each a histogram. Days are there twice: broken down by
-- location and status code, and shorter, only by whether results failed.
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

-- Per length in minutes: until when roll-ups are complete. Length 0: before when measurements are gone.
create table rollup_progress (
  minutes smallint primary key,
  until timestamptz not null
);

-- What the main metrics of all checks of an account measured in a quarter of an hour, so that a query about all of
-- them reads some rows and not some for each check. checks holds the id of each check (16 bytes), counts how many results
-- it has and how many failed (int4 each). moments (milliseconds since the quarter, int4; 2^30 is added when the result
-- failed) and measured hold one number for each result, check after check, in network order. measured has thousandths
-- (int4, the smallest for null) where they say all of them exactly, and float8 (NaN for null) otherwise.
create table account_quarters (
  account_id uuid not null,
  bucket timestamptz not null,
  size integer not null,
  checks bytea not null,
  counts bytea not null,
  moments bytea not null,
  measured bytea not null,
  primary key (account_id, bucket)
) partition by range (bucket);
-- Numbers like these do not compress.
alter table account_quarters alter column checks set storage external, alter column counts set storage external,
  alter column moments set storage external, alter column measured set storage external;
create table account_quarters_default partition of account_quarters default;

-- The same of a day, from the roll-ups of its checks. figures has six numbers for each check (float8, low byte first):
-- results, failed ones, how many measured something, the sum, and the percentiles 95 and 99. tallies has a histogram of
-- each check.
create table account_days (
  account_id uuid not null,
  bucket timestamptz not null,
  checks bytea not null,
  figures bytea not null,
  tallies bytea not null,
  primary key (account_id, bucket)
) partition by range (bucket);
alter table account_days alter column checks set storage external, alter column figures set storage external,
  alter column tallies set storage external;
create table account_days_default partition of account_days default;

-- Until when quarters (15) and days (1440) of accounts are made. They begin with the first result there is.
create table account_progress (
  minutes smallint primary key,
  until timestamptz not null
);
