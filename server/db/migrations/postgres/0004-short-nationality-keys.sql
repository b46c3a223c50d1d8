-- A nationality that names no country is compared by its first hundred letters: with a passport of 500 letters of
-- four bytes, more than two thousand bytes of it would not fit into an entry of the index.
update application set nationality_key = substr(nationality_key, 1, 105) where length(nationality_key) > 105;
