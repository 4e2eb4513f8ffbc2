-- Checks of type TRACEROUTE run from now on. Those that were stored while nothing ran them get their first run, spread
-- over their interval (frequency 0 is every 10, 20 or 30 seconds), so that an account with many does not start them all
-- at once. Paused checks, by themselves or by their group, are planned when they are resumed.
update check_schedules as schedule
set next_run_at = now() + random() * case
    when schedule.frequency > 0 then schedule.frequency * interval '1 minute'
    else coalesce(schedule.frequency_offset, 30) * interval '1 second'
  end
from checks
left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
where checks.account_id = schedule.account_id and checks.id = schedule.check_id
  and schedule.check_type = 'TRACEROUTE' and schedule.next_run_at is null
  and checks.activated and coalesce(check_groups.activated, true);
