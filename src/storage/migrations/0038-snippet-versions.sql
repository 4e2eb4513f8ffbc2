-- Moves with every change of a snippet, so that prepared runs of scripts know when to read their snippets again.
alter table accounts add column snippets_version bigint not null default 1;
