-- A keyed hash of the entry, by which the product knows its own until they are in the tree.
alter table audit add column mac text collate "C";

-- The leaves of the Merkle tree in their order; hash is base64. There is no foreign key: an entry that was removed must
-- leave its leaf behind.
create table audit_leaf (
  position integer primary key,
  sequence integer not null unique,
  hash text collate "C" not null
);

-- Every checkpoint that was signed; note is the signed note.
create table audit_checkpoint (
  size integer primary key,
  at text collate "C" not null,
  note text collate "C" not null
);
