-- The scripts of checks that are a prompt. One belongs to a version of the prompt; when the prompt changes, the next run
-- explores again and replaces it.
create table agentic_scripts (
  account_id uuid not null,
  check_id uuid not null,
  -- Changes with the script.
  id uuid not null,
  prompt_version text not null,
  script text not null,
  conditions jsonb not null,
  expectations jsonb not null,
  needs_browser boolean not null,
  created_at timestamptz not null,
  repair_failed_at timestamptz,
  primary key (account_id, check_id),
  foreign key (account_id, check_id) references checks (account_id, id) on delete cascade
);

-- Checks of type AGENTIC run from now on. Those that were stored while nothing ran them get their first run, spread over
-- their interval, so that an account with many does not start them all at once. Checks that are paused, by themselves or by
-- their group, are left alone: they are planned when they are resumed.
update check_schedules
set next_run_at = now() + random() * greatest(check_schedules.frequency, 1) * interval '1 minute'
from checks
left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
where checks.account_id = check_schedules.account_id and checks.id = check_schedules.check_id
  and check_schedules.check_type = 'AGENTIC' and check_schedules.next_run_at is null
  and checks.activated and coalesce(check_groups.activated, true)
  and cardinality(check_schedules.locations) > 0;
