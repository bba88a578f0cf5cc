-- How objects may be related to each other; null: not at all.
alter table tags add column relations json;
alter table tag_versions add column relations json;
