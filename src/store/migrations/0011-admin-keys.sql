-- Of an admin key: the data folder that it was made for. Null: made before, by a folder that was not started since.
alter table api_keys add column installation uuid;
