-- What is measured is described in docs/measurements-format.md. Metrics stand under the position that they have in the
-- list of their check type, from 1.
alter table check_measurements rename column m1 to metric_1;
alter table check_measurements rename column m2 to metric_2;
alter table check_measurements rename column m3 to metric_3;
alter table check_measurements rename column m4 to metric_4;
alter table check_measurements rename column m5 to metric_5;
alter table check_measurements rename column m6 to metric_6;
alter table check_measurements rename column m7 to metric_7;
alter table check_measurements rename column m8 to metric_8;
alter table check_measurements rename column m9 to metric_9;
alter table check_measurements rename column m10 to metric_10;
alter table check_hours rename column m1 to metric_1;
alter table check_hours rename column m2 to metric_2;
alter table check_hours rename column m3 to metric_3;
alter table check_hours rename column m4 to metric_4;
alter table check_hours rename column m5 to metric_5;
alter table check_hours rename column m6 to metric_6;
alter table check_hours rename column m7 to metric_7;
alter table check_hours rename column m8 to metric_8;
alter table check_hours rename column m9 to metric_9;
alter table check_hours rename column m10 to metric_10;
alter table check_rollups rename column m1 to metric_1;
alter table check_rollups rename column m2 to metric_2;
alter table check_rollups rename column m3 to metric_3;
alter table check_rollups rename column m4 to metric_4;
alter table check_rollups rename column m5 to metric_5;
alter table check_rollups rename column m6 to metric_6;
alter table check_rollups rename column m7 to metric_7;
alter table check_rollups rename column m8 to metric_8;
alter table check_rollups rename column m9 to metric_9;
alter table check_rollups rename column m10 to metric_10;
alter table account_days rename column figures to summaries;
alter table account_days rename column tallies to histograms;

-- One row for each step of the roll-up: until when it is complete. expired_results is no step but the moment before
-- which results and hours may have been dropped; it was a length of 0 minutes.
create table rollup_steps (
  step text primary key check (step in ('hour', 'day', 'account_quarter', 'account_day', 'expired_results')),
  until timestamptz not null
);
insert into rollup_steps (step, until)
select case minutes when 0 then 'expired_results' when 60 then 'hour' when 1440 then 'day' end, until
from rollup_progress where minutes in (0, 60, 1440)
union all
select case minutes when 15 then 'account_quarter' when 1440 then 'account_day' end, until
from account_progress where minutes in (15, 1440);
drop table rollup_progress;
drop table account_progress;
alter table rollup_steps rename to rollup_progress;
alter index rollup_steps_pkey rename to rollup_progress_pkey;

-- Results that count in analytics.
create view measured_results as
select id, account_id, check_id, location, coalesce(status_code, 0) as status_code,
  case when has_errors then 'failed' else outcome end as outcome, created_at as stored_at, attempt - 1 as retries,
  measured as metrics
from check_results
where result_type = 'FINAL' and measured is not null;

-- The same of results from before they carried their metrics: five minutes in one row of arrays.
create view formerly_measured_results as
select kept.bucket, kept.account_id, kept.check_id, kept.location, kept.status_code, kept.outcome, result.stored_at,
  result.retries, result.metrics
from check_measurements kept
cross join lateral (
  select stored_at, retries, array[v1, v2, v3, v4, v5, v6, v7, v8, v9, v10] as metrics
  from unnest(kept.at, kept.retries, kept.metric_1, kept.metric_2, kept.metric_3, kept.metric_4, kept.metric_5,
    kept.metric_6, kept.metric_7, kept.metric_8, kept.metric_9, kept.metric_10)
    as one (stored_at, retries, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10)) as result
where kept.result_type = 'FINAL';
