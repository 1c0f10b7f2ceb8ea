#!/usr/bin/env bash
# review.sh: how this bundle stood when it was fetched. Every script calls it first. Not signed.
printf '%s\n' \
%%TOLD%%
