-- An incident of a page with components belongs to this page, and has impacts on components instead of a severity (NONE).
alter table incidents add column status_page_id uuid;
alter table incidents add constraint incidents_of_page
  foreign key (account_id, status_page_id) references status_pages (account_id, id) on delete cascade;
create index incidents_by_page on incidents (account_id, status_page_id, updated_at, id) where status_page_id is not null;

create table incident_component_impacts (
  account_id uuid not null,
  incident_id uuid not null,
  id uuid not null,
  component_id uuid not null,
  status text not null
    check (status in ('UNDER_MAINTENANCE', 'DEGRADED_PERFORMANCE', 'PARTIAL_OUTAGE', 'MAJOR_OUTAGE')),
  started_at timestamptz not null,
  -- Null while it lasts.
  ended_at timestamptz,
  primary key (account_id, incident_id, id),
  foreign key (account_id, incident_id) references incidents (account_id, id) on delete cascade,
  foreign key (account_id, component_id) references status_page_components (account_id, id) on delete cascade
);
create index incident_component_impacts_by_component on incident_component_impacts (account_id, component_id);
create trigger capture_change after insert or update or delete on incident_component_impacts for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
