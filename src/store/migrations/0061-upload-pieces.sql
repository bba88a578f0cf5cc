-- How many objects of a bucket hold an upload that is not whole; 0 on a disk.
alter table uploads add column pieces int not null default 0;
