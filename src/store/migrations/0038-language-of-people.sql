-- The language in which a person last used the pages; null: no page has said so yet.
alter table users add column language text;
