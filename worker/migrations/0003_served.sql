-- Every trip to the database asks which version is served: one row of this index, however many generations there are.
CREATE INDEX generation_served ON generation (state, generation, revision, version, published_at);
