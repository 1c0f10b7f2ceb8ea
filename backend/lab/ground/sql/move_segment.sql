-- TABLE or INDEX, its name, where to.
alter {} {} set tablespace {}
