-- The checks that people say are behind an incident, besides the one that opened it.
create table incident_checks (
  account_id uuid not null,
  incident_id uuid not null,
  check_id uuid not null,
  primary key (account_id, incident_id, check_id),
  foreign key (account_id, incident_id) references incidents (account_id, id) on delete cascade,
  foreign key (account_id, check_id) references checks (account_id, id) on delete cascade
);

create index incident_checks_of_check on incident_checks (account_id, check_id);
