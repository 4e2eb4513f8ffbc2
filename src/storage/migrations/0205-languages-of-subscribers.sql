-- The language in which somebody subscribed, by BCP 47; null for the first of the page.
alter table status_page_subscribers add column language text;
