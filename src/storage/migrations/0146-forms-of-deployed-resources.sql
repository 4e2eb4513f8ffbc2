-- The fields of a resource right after it was deployed, encrypted, with digests in place of secrets and of long texts: what
-- was changed by hand since. Null until the next deployment.
alter table project_resources add column encrypted_form text;
