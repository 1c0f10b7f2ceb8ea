-- Whoever has it open.
drop database if exists {} with (force)
