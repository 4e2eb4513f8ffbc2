-- Times in which no process of the installation ran, but for those of seconds: nothing of them is known.
create table service_absences (
  since timestamptz primary key,
  until timestamptz not null
);
create index service_absences_by_end on service_absences (until);
