-- Checks of type SSL were stored and never due, because nothing could run them. Now they are due, spread over their
-- interval so that an upgrade does not run all of them at once.
update check_schedules as schedule
set next_run_at = now() + random() * case
  when schedule.frequency = 0 then make_interval(secs => coalesce(schedule.frequency_offset, 60))
  else make_interval(mins => schedule.frequency)
end
from checks
left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
where schedule.check_type = 'SSL' and schedule.next_run_at is null
  and checks.account_id = schedule.account_id and checks.id = schedule.check_id
  and checks.activated and coalesce(check_groups.activated, true)
  and cardinality(schedule.locations) > 0;
