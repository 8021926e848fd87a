/** The wire format between server and page: docs/studio-api.md, src/holdfast/explore/wire.py. */

export interface Tree {
  text: string;
  kind?: "record" | "function" | "set" | "sequence";
  parts?: { key: string | null; value: Tree }[];
  cut?: boolean;
  more?: number;
}

export interface Place {
  file: string;
  start: { line: number; column: number };
  end: { line: number; column: number };
}

export interface Change {
  place: string;
  before: string | null;
  after: string | null;
  text: string;
}

export interface Step {
  number?: number;
  id: string;
  key: string;
  label: string | null;
  action: string | null;
  arguments: [string | null, string][];
  place: Place | null;
  state: { name: string; value: Tree; changed: boolean }[];
  changes: Change[];
  truth: Record<string, boolean | null>;
  reasons?: Record<string, string>;
  watch: Record<string, { text?: string; value?: Tree; error?: string }>;
  lane: string | null;
  transient: boolean;
  outside: string[];
  like?: number;
}

export interface Trace {
  length: number;
  loop: number | "stutter" | null;
  property: string | null;
  kind: string | null;
  reason: string | null;
  invariants: string[];
  variables: string[];
  steps: Step[];
  lanes?: Lanes | null;
  closing?: string | null;
}

export interface Lanes {
  by: string;
  choices: string[];
  guessed: boolean;
  lanes: { name: string; begun: number; ended: number | null }[];
  notes: { lane: number; row: number; text: string }[];
  arrows: Arrow[];
}

export interface Arrow {
  kind: string;
  text: string;
  source: number;
  sent: number;
  target: number | null;
  received: number | null;
}

export interface Walk {
  ended: { at: number; reason: string } | null;
  path: string[];
  steps: Step[];
  next: Step[];
  more: number | null;
  disabled: { action: string; instances: number; enabled: number }[];
  deadlock: boolean;
  invariants: string[];
  variables: string[];
  error: Diagnostic | null;
}

export interface Explanation {
  formula: string;
  value: boolean | null;
  definition: string;
  place: Place | null;
  parts: ExplainedPart[];
  reason: string;
}

export interface ExplainedPart {
  text: string;
  start: number | null;
  end: number | null;
  value: boolean | null;
  bindings: Record<string, string>;
  values: Record<string, string>;
  reason: string;
  place: Place | null;
}

export interface Compared {
  rows: {
    left: number | null;
    right: number | null;
    same: boolean;
    label: string | null;
    changes: Change[];
  }[];
  first_difference: number | null;
}

export interface Why {
  action: string;
  instances: {
    label: string;
    enabled: boolean;
    reason: string | null;
    place: Place | null;
    parts: ExplainedPart[];
  }[];
  more: number;
}

export interface Diagnostic {
  code: string;
  severity: "error" | "warning";
  message: string;
  file: string | null;
  start: { line: number; column: number; offset: number } | null;
  end: { line: number; column: number; offset: number } | null;
  help: string | null;
}

export interface Model {
  spec?: string;
  config?: string | null;
  constants?: Record<string, string>;
  options?: Record<string, unknown>;
  run?: string;
  /** Where walks begin: at the counterexample to induction of the run. */
  from?: "cti";
}

export interface Request {
  command: string;
  spec: string;
  config: string | null;
  constants: Record<string, string>;
  options: Record<string, unknown>;
}

/** The envelope of docs/json.md. */
export interface Envelope {
  command: string;
  spec: string | null;
  config: string | null;
  engine: string | null;
  verdict: "proved" | "exhausted" | "bounded" | "violated" | "unknown" | "error" | null;
  scope: string | null;
  kind: string | null;
  property: string | null;
  checked: string[];
  not_checked: string[];
  vacuous: string[];
  never_enabled: string[];
  reductions: string[];
  assumed: string[];
  collision_probability: number | null;
  cause: string | null;
  reason: string | null;
  warnings: Diagnostic[];
  diagnostics: Diagnostic[];
  seconds: number;
  exit: number;
  // deno-lint-ignore no-explicit-any
  [command: string]: any;
}

export interface Run {
  run: string;
  request: Request;
  status: "waiting" | "running" | "ended";
  envelope: Envelope | null;
  started: string | number | null;
  seconds: number | null;
  pinned: boolean;
  changed_since?: boolean;
}

export interface SpecEntry {
  path: string;
  language: string;
  models: { config: string | null; constants: Record<string, string> }[];
  last: { run: string; verdict: string; property?: string | null; changed_since: boolean } | null;
}

export interface Project {
  name: string;
  folder: string;
  version: string;
  specs: SpecEntry[];
  diagrams: string[];
  runs: RunEntry[];
}

export interface RunEntry {
  run: string;
  request: Request;
  status: string;
  verdict: string | null;
  property: string | null;
  seconds: number | null;
  pinned: boolean;
}

export interface StudioEvent {
  seq: number;
  event:
    | "wait"
    | "start"
    | "progress"
    | "obligation"
    | "output"
    | "end"
    | "file"
    | "listening"
    | "lsp";
  run?: string;
  // deno-lint-ignore no-explicit-any
  [figure: string]: any;
}

export interface Api {
  /** Names this page for its language server; absent where there is no server. */
  session?: string;
  // deno-lint-ignore no-explicit-any
  get(path: string, query?: Record<string, string | string[] | undefined>): Promise<any>;
  // deno-lint-ignore no-explicit-any
  post(path: string, body: unknown): Promise<any>;
  // deno-lint-ignore no-explicit-any
  remove(path: string): Promise<any>;
  read(path: string): Promise<{ text: string; tag: string }>;
  write(path: string, text: string, tag: string | null): Promise<{ tag: string }>;
  download(path: string, query?: Record<string, string>): Promise<{ text: string; name: string }>;
  subscribe(listener: (event: StudioEvent) => void): () => void;
}

export interface Route {
  parts: string[];
  query: Record<string, string[]>;
}

export type Navigate = (href: string, options?: { replace?: boolean }) => void;

export interface ScreenProps {
  api: Api;
  route: Route;
  navigate: Navigate;
}

export interface Command {
  id: string;
  title: string;
  keys?: string[];
  group?: string;
  run: () => void;
  disabled?: boolean;
}
