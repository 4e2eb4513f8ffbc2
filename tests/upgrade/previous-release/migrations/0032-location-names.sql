-- What people read for a public location: written by the process whose runner serves it.
create table location_names (
  region text primary key,
  name text not null
);
