-- Passing results of an hour that is over, of one check: docs/decisions/0059-results-that-are-cheap-to-keep.md describes
-- heads and details. Packs of a check are in ascending order and do not overlap: none has an id between those of another.
create table result_packs (
  account_id uuid not null,
  check_id uuid not null,
  first_id uuid not null,
  last_id uuid not null,
  size integer not null,
  locations text[] not null,
  -- How many results each location has.
  location_sizes integer[] not null,
  heads bytea not null,
  details bytea not null,
  primary key (account_id, check_id, first_id)
) partition by range (first_id);
-- These are compressed already.
alter table result_packs alter column heads set storage external, alter column details set storage external;
create table result_packs_default partition of result_packs default;

-- One row: how far packing has come.
create table packing_progress (
  is_only boolean primary key default true check (is_only),
  -- Packs with smaller ids are read. Those of the partition that is being packed are not, because its rows still are.
  before_id uuid not null,
  -- The last result of that partition that was looked at; null at its beginning.
  account_id uuid,
  check_id uuid,
  result_id uuid
);
insert into packing_progress (before_id) values ('00000000-0000-7000-8000-000000000000');

-- Results are stored in partitions of an hour. What is not packed of one moves to kept_results, by the day, and the hour
-- is dropped. Partitions of days from before are packed and dropped like hours.
drop view measured_results;
alter table check_results rename to recent_results;
alter index check_results_pkey rename to recent_results_pkey;
alter index check_results_by_time rename to recent_results_by_time;
alter table recent_results add column is_kept boolean not null default false;
do $$
declare
  part text;
  is_used boolean;
begin
  for part in select inhrelid::regclass::text from pg_inherits where inhparent = 'recent_results'::regclass loop
    execute format('select exists (select from %I)', part) into is_used;
    if is_used or part = 'check_results_default' then
      execute format('alter table %I rename to %I', part, replace(part, 'check_results_', 'recent_results_'));
    else
      execute format('drop table %I', part);
    end if;
  end loop;
end $$;

create table kept_results (like recent_results including defaults, primary key (account_id, check_id, id))
  partition by range (id);
alter table kept_results alter column is_kept set default true;
create table kept_results_default partition of kept_results default;
create index kept_results_by_time on only kept_results using brin (created_at) with (pages_per_range = 32);

create table check_results (like recent_results including defaults) partition by list (is_kept);
alter table check_results attach partition recent_results for values in (false);
alter table check_results attach partition kept_results for values in (true);

-- Results that count in analytics.
create view measured_results as
select id, account_id, check_id, location, coalesce(status_code, 0) as status_code,
  case when has_errors then 'failed' else outcome end as outcome, created_at as stored_at, attempt - 1 as retries,
  measured as metrics
from check_results
where result_type = 'FINAL' and measured is not null;
