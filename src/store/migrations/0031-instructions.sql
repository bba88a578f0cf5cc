-- Pictures in the instructions of tags. The tag is the one that a picture was sent for; all of the project may show it.
create table tag_images (
  project_id uuid not null references projects (id) on delete cascade,
  sha256 text not null,
  tag text not null,
  content_type text not null,
  bytes bigint not null,
  uploaded_at timestamptz not null default now(),
  primary key (project_id, sha256)
);
create index tag_images_by_file on tag_images (sha256);

-- Counts changes of the instructions.
alter table tags add column instructions_version int not null default 1;

-- Which version of a tag's instructions each person has read.
create table instructions_read (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null,
  tag text not null,
  version int not null,
  read_at timestamptz not null default now(),
  primary key (project_id, user_id, tag)
);
