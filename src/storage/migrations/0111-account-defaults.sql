-- What checks begin with that people make by hand, as fields of the body of a check.
alter table accounts add column check_defaults jsonb not null default '{}';
