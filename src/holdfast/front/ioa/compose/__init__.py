"""From automata to one system: instances, initial states, actions, the next-state relation."""
