//! `GET /v1/schema`.
