-- Whether the answer of the call that goes on is only looked at: such a call never ends one that is waited for.
alter table assistant_sessions add column is_preview boolean not null default false;
