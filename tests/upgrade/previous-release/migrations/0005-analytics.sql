-- What the results of five minutes measured, in parallel arrays: one element of every array for each result. Kept in
-- the transaction of the results, so it says the same as they do. Columns m1 to m10 are the metrics of the check's
-- type in the order of the contract; a metric the type does not have is null.
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

-- Final results of whole hours and days, one row for each metric; metric 0 counts the results and their retries.
-- bins and bin_counts are a histogram of the values: see measurement_bin.
create table check_rollups (
  account_id uuid not null,
  check_id uuid not null,
  minutes smallint not null,
  metric smallint not null,
  bucket timestamptz not null,
  location text not null,
  status_code integer not null,
  outcome text not null,
  size bigint not null,
  total double precision not null,
  squares double precision not null,
  smallest double precision not null,
  largest double precision not null,
  bins smallint[] not null,
  bin_counts integer[] not null,
  primary key (account_id, check_id, minutes, metric, bucket, location, status_code, outcome)
) partition by range (bucket);
create table check_rollups_default partition of check_rollups default;
create index check_rollups_by_time on check_rollups using brin (bucket) with (pages_per_range = 16);

-- Per length in minutes: until when roll-ups are complete. Length 0: before when measurements are gone.
create table rollup_progress (
  minutes smallint primary key,
  until timestamptz not null
);

-- The bin of a value in a histogram whose bounds grow by 2 %, so that the middle of a bin is at most 1 % off. Values
-- below a thousandth are 0.
create function measurement_bin(value double precision) returns smallint immutable parallel safe language sql as $$
  select case when abs(value) < 0.001 then 0
    else sign(value) * (least(ceil(ln(least(abs(value), 1e30)) / ln(1.02)), 30000) + 400) end::smallint
$$;

-- Arrays one after the other; array_agg would demand the same length of all.
create aggregate belfry_joined(anycompatiblearray) (
  sfunc = array_cat, stype = anycompatiblearray, parallel = safe
);
