-- From a house where games are only played to one with a life around them.

PRAGMA user_version = 2;

-- ---- mail: inboxes, deliveries, bounces



-- ---- people: joining, watching, settings, statistics



-- ---- time: pace, reminders, vacations, orders sent early, talk



-- ---- rulings: what moderators do



-- ---- archive: search


