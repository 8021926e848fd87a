/** The types of `preact.js`: what our modules use of preact, its hooks, htm and signals. */
export interface VNode {
  type: unknown;
  props: Record<string, unknown>;
  key: unknown;
}
export type Child = VNode | string | number | boolean | null | undefined | Child[];
export type Setter<T> = (value: T | ((before: T) => T)) => void;
export interface Ref<T> {
  current: T;
}
export interface Context<T> {
  Provider: (props: { value: T; children?: Child }) => VNode;
}
export class Signal<T> {
  value: T;
  peek(): T;
  subscribe(listener: (value: T) => void): () => void;
}
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
// deno-lint-ignore no-explicit-any
export function h(type: any, props?: any, ...children: Child[]): VNode;
export const Fragment: unknown;
export function render(node: Child, parent: Element): void;
export function createContext<T>(value: T): Context<T>;
export function useContext<T>(context: Context<T>): T;
export function useState<T>(initial: T | (() => T)): [T, Setter<T>];
export function useReducer<S, A>(
  reducer: (state: S, action: A) => S,
  initial: S,
): [S, (action: A) => void];
export function useRef<T>(initial: T): Ref<T>;
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
// deno-lint-ignore no-explicit-any
export function useCallback<T extends (...values: any[]) => any>(callback: T, inputs: unknown[]): T;
export function useEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useId(): string;
export function signal<T>(value: T): Signal<T>;
export function computed<T>(compute: () => T): Signal<T>;
export function effect(run: () => void): () => void;
export function batch<T>(run: () => T): T;
export function useSignal<T>(value: T): Signal<T>;
export function useComputed<T>(compute: () => T): Signal<T>;
