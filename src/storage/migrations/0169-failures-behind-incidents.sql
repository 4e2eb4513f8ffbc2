-- What failures of checks have in common: their service, group, target and reason. Those of one cause share an incident.
alter table incident_tasks add column causes text[] not null default '{}';

-- The checks whose failures opened an incident on services, or joined it: it is resolved when all have recovered.
create table incident_failures (
  account_id uuid not null,
  incident_id uuid not null,
  check_id uuid not null,
  -- The name that the incident would have by this failure alone.
  name text not null,
  causes text[] not null,
  failed_at timestamptz not null,
  -- Null while it fails.
  recovered_at timestamptz,
  primary key (account_id, incident_id, check_id),
  foreign key (account_id, incident_id) references incidents (account_id, id) on delete cascade
);
create index incident_failures_of_check on incident_failures (account_id, check_id);

insert into incident_failures (account_id, incident_id, check_id, name, causes, failed_at, recovered_at)
select account_id, id, opened_by_check_id, name, '{}', created_at,
  case when last_update_status = 'RESOLVED' then updated_at end
from incidents where opened_by_check_id is not null and status_page_id is null;
