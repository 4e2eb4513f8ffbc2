-- Since when people keep an incident that a check or a rule opened from being resolved by it; null: it is resolved by itself.
alter table incidents add column taken_over_at timestamptz;
-- Since when it is hidden from pages, feeds and mails; null: readers see it.
alter table incidents add column unpublished_at timestamptz;
-- Markdown, and since when readers see it; null: a draft.
alter table incidents add column post_mortem text;
alter table incidents add column post_mortem_published_at timestamptz;

-- Texts for updates of incidents, with variables that are filled in when one is used.
create table incident_templates (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  name text not null,
  status text not null,
  description text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id)
);
create trigger capture_change after insert or update or delete on incident_templates for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
