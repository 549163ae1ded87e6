-- Aliases of brands: other spellings that are packed as one name.
CREATE TABLE brand_alias (
  alias TEXT PRIMARY KEY,
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
