alter table private_locations
  -- Since when no agent is connected, for whoever reads; null while one is. Flagged and mailed is it ten minutes later.
  add column unserved_since timestamptz,
  -- Until then no agent is missed: the service itself could not be reached.
  add column agents_excused_until timestamptz;

alter table agents
  -- When it said that it ends; null while it works, and for one that was lost.
  add column ended_at timestamptz;

-- The checks of a location without agents are found without looking at all checks.
create index check_schedules_by_location on check_schedules using gin (locations);
