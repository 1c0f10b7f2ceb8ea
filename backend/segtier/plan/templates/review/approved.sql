-- review.sql: how this bundle stood when it was fetched. Every script calls it first. Not signed.
SET DEFINE OFF
%%TOLD%%
