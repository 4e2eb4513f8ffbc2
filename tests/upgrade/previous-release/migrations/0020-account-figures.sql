-- What the main metrics of all checks of an account measured in a quarter of an hour, so that a question about all of
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
-- Numbers like these do not get smaller.
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
