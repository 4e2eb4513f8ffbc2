alter table agent_locations
  -- Since when no agent is connected, for whoever reads; null while one is.
  add column unserved_since timestamptz,
  -- Until then no agent is missed: the service itself could not be reached.
  add column agents_excused_until timestamptz;

-- Times without an agent that are over, of private locations and of public ones that agents serve. One that lasts is
-- `unserved_since` of its location.
create table unserved_spans (
  account_id uuid,
  location_id uuid,
  region text,
  since timestamptz not null,
  until timestamptz not null,
  check ((location_id is null) = (account_id is null) and (location_id is null) = (region is not null)),
  foreign key (account_id, location_id) references private_locations (account_id, id) on delete cascade
);
create index unserved_spans_of_location on unserved_spans (account_id, location_id, until);
create index unserved_spans_by_end on unserved_spans (until);
