-- Run on every connection. The mode of the journal is set apart, by writers only.
--
-- temp_store: savepoints keep the pages they may have to put back in memory, not in a file.
-- secure_delete off: the file holds every hand anyway; what protects it is its mode.
PRAGMA foreign_keys = ON;
PRAGMA synchronous = FULL;
PRAGMA temp_store = MEMORY;
PRAGMA cache_size = -20480;
PRAGMA wal_autocheckpoint = 4000;
PRAGMA secure_delete = OFF;
PRAGMA trusted_schema = OFF;
