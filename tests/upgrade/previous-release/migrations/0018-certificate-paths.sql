-- Below which path of its hosts a certificate is shown; null: below every one. Kept without a slash at its end.
alter table client_certificates add column path text;
