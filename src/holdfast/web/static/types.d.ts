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
  label: string | null;
  action: string | null;
  arguments: [string, string][];
  place: Place | null;
  state: { name: string; value: Tree; changed: boolean }[];
  changes: Change[];
  truth: Record<string, boolean | null>;
  watch: Record<string, { text?: string; error?: string }>;
  lane: string | null;
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
}

export interface Lanes {
  by: string;
  choices: string[];
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
  steps: Step[];
  next: Step[];
  disabled: { action: string; instances: number }[];
  deadlock: boolean;
}

export interface Explanation {
  formula: string;
  value: boolean | null;
  text?: string;
  parts: {
    text: string;
    start: number;
    end: number;
    value: boolean | null;
    bindings: Record<string, string>;
    reason: string;
  }[];
  reason: string | null;
}

export interface Why {
  action: string;
  instances: { label: string; enabled: boolean; reason: string; place: Place | null }[];
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
}

export interface SpecEntry {
  path: string;
  language: string;
  models: { config: string | null; constants: Record<string, string> }[];
  last: { run: string; verdict: string; property?: string | null; changed_since: boolean } | null;
}

export interface Project {
  name: string;
  version: string;
  specs: SpecEntry[];
  diagrams: string[];
  runs: RunEntry[];
}

export interface RunEntry {
  run: string;
  command: string;
  spec: string;
  status: string;
  verdict: string | null;
  property?: string | null;
  seconds?: number | null;
}

export interface StudioEvent {
  seq: number;
  event: "start" | "progress" | "obligation" | "output" | "end" | "file" | "lsp";
  run?: string;
  // deno-lint-ignore no-explicit-any
  [figure: string]: any;
}

export interface Api {
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
