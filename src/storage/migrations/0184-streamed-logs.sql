-- Whether the client of a live run wants what its runs write.
alter table live_runs add column streams_logs boolean not null default true;
