#!/bin/sh
# Compiles a crate of the workspace as rustc does, with clippy's lints as errors. For cargo's RUSTC_WORKSPACE_WRAPPER.
exec clippy-driver "$@" -D warnings
