-- What accounts see lies in tables of each generation, which come and go with it.
DROP TABLE IF EXISTS account_view;
