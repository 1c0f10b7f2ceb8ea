-- Whatever changes which documents an answer of a database follows from, counts as a change of that database.
CREATE TRIGGER documents_came AFTER INSERT ON reports WHEN NEW.database_id IS NOT NULL
BEGIN
    UPDATE databases SET documents_version = documents_version + 1 WHERE id = NEW.database_id;
END;

CREATE TRIGGER documents_went AFTER DELETE ON reports WHEN OLD.database_id IS NOT NULL
BEGIN
    UPDATE databases SET documents_version = documents_version + 1 WHERE id = OLD.database_id;
END;

CREATE TRIGGER documents_changed AFTER UPDATE OF database_id, period, digest, role ON reports
WHEN OLD.database_id IS NOT NEW.database_id OR OLD.period <> NEW.period OR OLD.digest <> NEW.digest OR OLD.role <> NEW.role
BEGIN
    UPDATE databases SET documents_version = documents_version + 1 WHERE id IN (OLD.database_id, NEW.database_id);
END;
