-- The components whose incidents a subscriber is mailed about; null: all of the page.
alter table status_page_subscribers add column subscribed_components uuid[];
-- Those that a message is about, with their groups and what they contain; null: for every subscriber.
alter table subscriber_messages add column component_ids uuid[];
