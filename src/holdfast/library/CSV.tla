---- MODULE CSV ----
\* Community module: rows of text files.
LOCAL INSTANCE Naturals

\* TRUE; appends to the file a line with the values formatted by `template`.
\* builtin
CSVWrite(template, val, file) == TRUE

\* TRUE; appends to the file the fields of the record and, if `headers`, their names before them.
\* builtin
CSVWriteRecord(record, delim, headers, file) == TRUE

\* The lines of the file as a sequence of records of strings; empty if there is no file.
\* builtin
CSVRead(columns, delimiter, file) == CHOOSE s : TRUE

\* The number of lines of the file; zero if there is no file.
\* builtin
CSVRecords(file) == CHOOSE n \in Nat : TRUE

====
