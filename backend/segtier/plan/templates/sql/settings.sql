-- This file is yours to edit. Each YES is a decision that you take.
%%NOTES%%
BEGIN
%%VALUES%%
END;
/
