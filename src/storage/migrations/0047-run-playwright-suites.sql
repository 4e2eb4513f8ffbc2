-- A run that a person cancelled says nothing about its target: its result is there, and counts nowhere.
alter table check_results add column if not exists is_cancelled boolean not null default false;

-- Checks of type PLAYWRIGHT run from now on. Those that were stored while nothing ran them get their first run, spread over
-- their interval, so that an account with many does not start them all at once. Checks that are paused, by themselves or by
-- their group, are left alone: they are planned when they are resumed.
update check_schedules
set next_run_at = now() + random() * greatest(check_schedules.frequency, 1) * interval '1 minute'
from checks
left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
where checks.account_id = check_schedules.account_id and checks.id = check_schedules.check_id
  and check_schedules.check_type = 'PLAYWRIGHT' and check_schedules.next_run_at is null
  and checks.activated and coalesce(check_groups.activated, true)
  and cardinality(check_schedules.locations) > 0;
