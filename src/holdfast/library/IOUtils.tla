---- MODULE IOUtils ----
\* Community module: files, processes and the environment.
LOCAL INSTANCE Integers
LOCAL INSTANCE Sequences
LOCAL INSTANCE TLC

\* The result of a process or a writer.
LOCAL Outcome == CHOOSE r \in [exitValue : Int, stdout : STRING, stderr : STRING] : TRUE

\* TRUE; writes the value to the file in a binary form.
\* builtin
IOSerialize(val, absoluteFilename, compress) == TRUE

\* The value read from a file that IOSerialize wrote.
\* builtin
IODeserialize(absoluteFilename, compressed) == CHOOSE v : TRUE

\* Writes the value in options.format, such as "TXT"; a record with exitValue, stdout and stderr.
\* builtin
Serialize(value, dest, options) == Outcome

\* Reads the file in options.format, such as "TXT"; a record with exitValue, stdout and stderr.
\* builtin
Deserialize(src, options) == CHOOSE v : TRUE

\* Runs the program with its arguments; a record with exitValue, stdout and stderr.
\* builtin
IOExec(command) == Outcome

\* IOExec with a record of variables added to the environment.
\* builtin
IOEnvExec(env, command) == Outcome

\* IOExec of the command with the parameters substituted for its format specifiers.
\* builtin
IOExecTemplate(commandTemplate, parameters) == Outcome

\* IOExecTemplate with a record of variables added to the environment.
\* builtin
IOEnvExecTemplate(env, commandTemplate, parameters) == Outcome

\* The variables of the environment.
\* builtin
IOEnv == CHOOSE r \in [STRING -> STRING] : TRUE

\* The integer that the string denotes.
\* builtin
atoi(str) == CHOOSE i \in Int : ToString(i) = str

\* The natural number as text of at least this width, padded with zeros on the left.
zeroPadN(n, width) ==
  LET RECURSIVE Padded(_)
      Padded(s) == IF Len(s) >= width THEN s ELSE Padded("0" \o s)
  IN  Padded(ToString(n))

====
