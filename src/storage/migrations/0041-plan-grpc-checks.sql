-- Checks of type GRPC run from now on. Those that were stored while nothing ran them get their first run, spread over
-- their interval (frequency 0 is every 10, 20 or 30 seconds), so that an account with many does not start them all at
-- once. Checks that are paused, by themselves or by their group, are left alone: they are planned when they are resumed.
update check_schedules
set next_run_at = now() + random() * case
    when check_schedules.frequency > 0 then check_schedules.frequency * interval '1 minute'
    else coalesce(check_schedules.frequency_offset, 30) * interval '1 second'
  end
from checks
left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
where checks.account_id = check_schedules.account_id and checks.id = check_schedules.check_id
  and check_schedules.check_type = 'GRPC' and check_schedules.next_run_at is null
  and checks.activated and coalesce(check_groups.activated, true);
