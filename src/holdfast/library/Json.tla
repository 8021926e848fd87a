---- MODULE Json ----
\* Standard module: values as JSON text.
LOCAL INSTANCE TLC

\* The value as JSON: records and functions as objects, sequences and sets as arrays.
\* builtin
ToJson(value) == ToString(value)

\* The sequence or set as a JSON array.
\* builtin
ToJsonArray(value) == ToString(value)

\* The function as a JSON object; its keys are the domain.
\* builtin
ToJsonObject(value) == ToString(value)

\* TRUE; writes the value to the file.
\* builtin
JsonSerialize(absoluteFilename, value) == TRUE

\* The value read from the file.
\* builtin
JsonDeserialize(absoluteFilename) == CHOOSE v : TRUE

\* TRUE; writes the elements of the sequence to the file, one per line.
\* builtin
ndJsonSerialize(absoluteFilename, value) == TRUE

\* The sequence of the values read from the lines of the file.
\* builtin
ndJsonDeserialize(absoluteFilename) == CHOOSE v : TRUE

====
