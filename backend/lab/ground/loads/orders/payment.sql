select payment(:districts);
