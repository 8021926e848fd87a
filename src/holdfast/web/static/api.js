/** The server, as the page asks it: requests with the token, and one stream of events. */

/** @import { Api, StudioEvent } from "holdfast/types.d.ts" */

const RETRY_MS = [250, 1000, 3000];

/** A request that the server rejected, with its help and diagnostics. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {{message?: string, help?: string | null, diagnostics?: any[]}} error
   */
  constructor(status, error) {
    super(error.message ?? `the server answered ${status}`);
    this.status = status;
    this.help = error.help ?? null;
    this.diagnostics = error.diagnostics ?? [];
  }
}

/**
 * Change the key of the address for a token.
 * @param {string} key
 * @returns {Promise<string>}
 */
export async function enter(key) {
  const response = await fetch("/api/enter", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ key }),
  });
  return (await answered(response)).token;
}

/**
 * The server's interface for components.
 * @param {string} token
 * @param {(state: "connected" | "lost" | "rejected") => void} [onConnection]
 * @returns {Api & {listen: () => () => void}}
 */
export function createApi(token, onConnection = () => {}) {
  /** @type {Set<(event: StudioEvent) => void>} */
  const listeners = new Set();
  const headers = { Authorization: `Bearer ${token}` };
  const session = randomName();

  /** @param {string} method @param {string} path @param {RequestInit} [more] */
  async function send(method, path, more = {}) {
    const given = { ...headers, ...(more.headers ?? {}) };
    const response = await fetch(path, { ...more, method, headers: given });
    if (response.status === 401) onConnection("rejected");
    return response;
  }

  return {
    session,
    get: async (path, query) => answered(await send("GET", addressOf(path, query))),
    post: async (path, body) =>
      answered(
        await send("POST", path, {
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        }),
      ),
    remove: async (path) => answered(await send("DELETE", path)),
    read: async (path) => {
      const response = await send("GET", fileAddress(path));
      if (!response.ok) await answered(response);
      return { text: await response.text(), tag: response.headers.get("ETag") ?? "" };
    },
    write: async (path, text, tag) => {
      /** @type {Record<string, string>} */
      const condition = tag ? { "If-Match": tag } : { "If-None-Match": "*" };
      const type = { "Content-Type": "text/plain; charset=utf-8" };
      const response = await send("PUT", fileAddress(path), {
        headers: { ...type, ...condition },
        body: text,
      });
      if (!response.ok) await answered(response);
      return { tag: response.headers.get("ETag") ?? "" };
    },
    download: async (path, query) => {
      const response = await send("GET", addressOf(path, query));
      if (!response.ok) await answered(response);
      const named = response.headers.get("Content-Disposition")?.match(/filename="([^"]+)"/);
      return { text: await response.text(), name: named?.[1] ?? "trace.txt" };
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listen: () => listenTo(session, headers, listeners, onConnection),
  };
}

/**
 * Read the stream of events until the returned function is called; a broken one is opened again.
 * @param {string} session
 * @param {Record<string, string>} headers
 * @param {Set<(event: StudioEvent) => void>} listeners
 * @param {(state: "connected" | "lost" | "rejected") => void} onConnection
 */
function listenTo(session, headers, listeners, onConnection) {
  const stop = new AbortController();
  /** @type {string | null} */
  let since = null;
  /** @param {string} line */
  const tell = (line) => {
    const event = JSON.parse(line);
    if (typeof event.seq === "number") since = `${event.seq}`;
    for (const listener of [...listeners]) listener(event);
  };
  (async () => {
    for (let failures = 0; !stop.signal.aborted; failures++) {
      try {
        const address = addressOf("/api/events", { session, since: since ?? undefined });
        const response = await fetch(address, { headers, signal: stop.signal });
        if (response.status === 401) return onConnection("rejected");
        if (!response.ok || !response.body) throw new Error(`events: ${response.status}`);
        onConnection("connected");
        failures = 0;
        await readLines(response.body, tell);
      } catch {
        if (stop.signal.aborted) return;
      }
      onConnection("lost");
      await new Promise((done) => setTimeout(done, RETRY_MS[Math.min(failures, 2)]));
    }
  })();
  return () => stop.abort();
}

/** A name that no other page has; also where the browser trusts only local addresses with UUIDs. */
function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Hand over every complete line of a stream that is not empty.
 * @param {ReadableStream<Uint8Array>} body
 * @param {(line: string) => void} tell
 */
export async function readLines(body, tell) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim()) tell(line);
  }
}

/** @param {Response} response */
async function answered(response) {
  const text = await response.text();
  if (response.ok) return text ? JSON.parse(text) : null;
  let error = {};
  try {
    error = JSON.parse(text).error ?? {};
  } catch { /* not of ours: the status is all there is */ }
  throw new ApiError(response.status, error);
}

/** @param {string} path */
function fileAddress(path) {
  return `/api/files/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** @param {string} path @param {Record<string, string | string[] | undefined>} [query] */
function addressOf(path, query = {}) {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) values.append(name, each);
    }
  }
  const text = values.toString();
  return text ? `${path}?${text}` : path;
}
