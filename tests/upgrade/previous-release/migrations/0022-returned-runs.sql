-- How often runners gave the run back because what they saw said nothing about the target.
alter table run_tasks add column returns smallint not null default 0;
