-- How much a program for models may do with the key; null for keys of other programs.
alter table api_keys add column agent_mode text;
