#!/usr/bin/env python3
"""Builds wal.db and wal.db-wal with SQLite itself: 40 rows in the file, 20 changed and 10 added in the
log, and after the last commit a transaction that was never finished."""
import os
import shutil
import sqlite3
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "wal.db")
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA page_size=512")
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA wal_autocheckpoint=0")
    database.execute("CREATE TABLE notes(id INTEGER PRIMARY KEY, text TEXT)")
    for number in range(1, 41):
        database.execute("INSERT INTO notes VALUES(?, ?)", (number, f"stored {number}"))
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.execute("UPDATE notes SET text = 'changed ' || id WHERE id <= 20")
    for number in range(41, 51):
        database.execute("INSERT INTO notes VALUES(?, ?)", (number, f"added {number}"))
    database.execute("PRAGMA cache_size=1")
    database.execute("BEGIN")
    database.execute("UPDATE notes SET text = 'never committed, and long enough to fill pages'")
    for number in range(51, 151):
        database.execute("INSERT INTO notes VALUES(?, ?)", (number, f"never committed {number}"))
    for ending in "", "-wal":
        shutil.copyfile(path + ending, os.path.join(here, "wal.db" + ending))
    database.execute("ROLLBACK")
