-- How the latest 30 attempts over a channel went, the latest last.
alter table channel_states add column recent_outcomes text[] not null default '{}';
update channel_states set recent_outcomes = array[last_outcome];
