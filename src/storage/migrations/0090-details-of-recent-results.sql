-- Details of passing results of the current hours are bytes: compressed alone, or as what differs from an earlier result
-- of the same check. docs/decisions/0072-what-a-run-writes.md describes them.
alter table check_results alter column detail drop not null;
alter table check_results add column detail_bytes bytea, add column base_id uuid;
alter table check_results add check (num_nonnulls(detail, detail_bytes) = 1);
alter table check_results alter column detail_bytes set storage external;
-- Of what is kept, no row is needed to read another.
alter table kept_results add check (base_id is null);

-- New partitions of hours are not vacuumed because of what is inserted, which would summarize their index.
drop index recent_results_by_time;
create index recent_results_by_time on recent_results using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);
