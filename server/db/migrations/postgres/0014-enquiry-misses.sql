-- The misses of a passport that were counted for a browser that had found it: few rows, which a block is lifted by.
create index enquiry_miss_browser on enquiry_miss (passport, at) where bucket <> '' and bucket <> passport;

-- Otherwise each call would plan the counts again: with the parameters known, PostgreSQL estimates them a little lower.
alter function enquiry_try set plan_cache_mode = 'force_generic_plan';
