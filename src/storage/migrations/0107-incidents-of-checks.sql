-- The incidents that a check opened, resolved ones too, for the annotations of its series.
create index incidents_of_check on incidents (account_id, opened_by_check_id, id)
where opened_by_check_id is not null;
