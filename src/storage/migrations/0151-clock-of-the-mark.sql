-- The clock of the database when the mark was moved: tells a process whose clock is behind the mark how long nobody moved it.
alter table service_time add column latest_at_database timestamptz;
