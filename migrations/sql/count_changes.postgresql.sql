-- Whatever changes which documents an answer of a database follows from, counts as a change of that database.
CREATE FUNCTION count_documents_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        UPDATE databases SET documents_version = documents_version + 1 WHERE id = OLD.database_id;
    END IF;
    IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND NEW.database_id IS DISTINCT FROM OLD.database_id THEN
        UPDATE databases SET documents_version = documents_version + 1 WHERE id = NEW.database_id;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER documents_came AFTER INSERT ON reports
FOR EACH ROW WHEN (NEW.database_id IS NOT NULL) EXECUTE FUNCTION count_documents_change();

CREATE TRIGGER documents_went AFTER DELETE ON reports
FOR EACH ROW WHEN (OLD.database_id IS NOT NULL) EXECUTE FUNCTION count_documents_change();

CREATE TRIGGER documents_changed AFTER UPDATE OF database_id, period, digest, role ON reports
FOR EACH ROW WHEN (
    (OLD.database_id, OLD.period, OLD.digest, OLD.role) IS DISTINCT FROM (NEW.database_id, NEW.period, NEW.digest, NEW.role)
)
EXECUTE FUNCTION count_documents_change();
