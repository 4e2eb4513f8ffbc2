-- Hosts that keys of the account may run modules of /probe against, besides those of the operator.
alter table accounts add column probe_targets text[] not null default '{}';
