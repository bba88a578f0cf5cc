-- Keys that a person gave to commands of the workbench: {command: [chord]}.
alter table users add column key_bindings jsonb not null default '{}';
