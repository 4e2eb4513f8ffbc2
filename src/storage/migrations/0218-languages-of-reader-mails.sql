-- The language in which somebody asked for a link, by BCP 47; null for the first of the page.
alter table page_reader_mails add column language text;
