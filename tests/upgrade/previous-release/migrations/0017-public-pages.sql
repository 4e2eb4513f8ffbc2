-- Status pages ask which incidents something was said of lately.
create index incident_updates_by_public_date on incident_updates (account_id, public_at);
