-- A run that is followed and tried again reports more than once under the same sequence.
alter table live_run_logs add column attempt smallint not null default 1;
