/** What all screens share: the project, the running jobs, and notices to the user. */

import { createContext, useContext, useEffect, useMemo, useState } from "holdfast/vendor/preact.js";

/** @import { Text } from "holdfast/document.js" */
/** @import { Language } from "holdfast/lsp.js" */
/** @import { Api, Project, Run, RunEntry, StudioEvent } from "holdfast/types.d.ts" */

/**
 * A run that is waiting or running, with what it reported last and the figures for its chart.
 * @typedef {{run: string, status: string, command: string, spec: string, last: StudioEvent | null,
 *   history: {seconds: number, value: number}[], verdict?: string | null, property?: string | null}} Job
 */

/**
 * @typedef {{project: Project | null, jobs: Record<string, Job>, nonce: string,
 *   language: {current: Language | null}, drafts: Map<string, Text>,
 *   reload: () => void, notify: (text: string) => void}} Studio
 */

/** The studio around the components; outside of one there is no project and no job. */
export const StudioContext = createContext(
  /** @type {Studio} */ ({
    project: null,
    jobs: {},
    nonce: "",
    language: { current: null },
    drafts: new Map(),
    reload: () => {},
    notify: () => {},
  }),
);

/** @returns {Studio} */
export function useStudio() {
  return useContext(StudioContext);
}

/**
 * The project, read again when a run ends or a file changes.
 * @param {Api} api
 * @returns {[Project | null, () => void]}
 */
export function useProject(api) {
  const [project, setProject] = useState(/** @type {Project | null} */ (null));
  const reload = useMemo(() => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    const read = () => api.get("/api/project").then(setProject, () => {});
    return () => {
      clearTimeout(waiting);
      waiting = setTimeout(read, 60);
    };
  }, [api]);
  useEffect(() => {
    reload();
    return api.subscribe((event) => {
      if (["listening", "end", "file", "start"].includes(event.event)) reload();
    });
  }, [api]);
  return [project, reload];
}

/**
 * The runs that are not over, from the list of runs and then from events.
 * @param {Api} api
 */
export function useJobs(api) {
  const [jobs, setJobs] = useState(/** @type {Record<string, Job>} */ ({}));
  useEffect(() => {
    const read = () =>
      api.get("/api/runs").then(
        (answer) => setJobs((before) => afterList(before, answer.runs ?? answer)),
        () => {},
      );
    read();
    return api.subscribe((event) => {
      setJobs((before) => afterEvent(before, event));
      if (event.event === "listening") read();
    });
  }, [api]);
  return jobs;
}

/** @param {RunEntry} entry @returns {[string, Job]} */
function jobOf({ run, status, request: { command, spec } }) {
  return [run, { run, status, command, spec, last: null, history: [] }];
}

/**
 * The jobs after a list of runs: those that go on, and the ends of those that have ended meanwhile.
 * @param {Record<string, Job>} jobs
 * @param {RunEntry[]} runs
 * @returns {Record<string, Job>}
 */
export function afterList(jobs, runs) {
  const open = runs.filter((run) => run.status !== "ended");
  const after = { ...Object.fromEntries(open.map(jobOf)), ...jobs };
  for (const { run, status, verdict, property } of runs) {
    const job = jobs[run];
    if (status !== "ended" || !job || job.status === "ended") continue;
    after[run] = { ...job, status, verdict, property };
  }
  return after;
}

/**
 * The jobs after an event.
 * @param {Record<string, Job>} jobs
 * @param {StudioEvent} event
 * @returns {Record<string, Job>}
 */
export function afterEvent(jobs, event) {
  const run = event.run;
  if (run === undefined) return jobs;
  const job = jobs[run] ??
    { run, status: "running", command: "", spec: "", last: null, history: [] };
  if (event.event === "start" || event.event === "wait") {
    const { command = job.command, spec = job.spec } = event;
    const status = event.event === "wait" ? "waiting" : "running";
    return { ...jobs, [run]: { ...job, command, spec, status } };
  }
  if (event.event === "progress") {
    const value = event.distinct;
    const history = typeof value === "number"
      ? [...job.history.slice(-239), { seconds: event.seconds, value }]
      : job.history;
    return { ...jobs, [run]: { ...job, status: "running", last: event, history } };
  }
  if (event.event === "end") {
    const { verdict, property } = event;
    return { ...jobs, [run]: { ...job, status: "ended", verdict, property } };
  }
  return jobs;
}

/**
 * One run, read again when it ends.
 * @param {Api} api
 * @param {string | undefined} id
 * @returns {{run: Run | null, error: Error | null}}
 */
export function useRun(api, id) {
  const [found, setFound] = useState(
    /** @type {{run: Run | null, error: Error | null}} */ ({ run: null, error: null }),
  );
  useEffect(() => {
    if (!id) return setFound({ run: null, error: null });
    let current = true;
    let asked = 0;
    const read = () => {
      // A response may come after that of a later request.
      const own = ++asked;
      api.get(`/api/runs/${id}`).then(
        (run) => current && own === asked && setFound({ run, error: null }),
        (error) => current && own === asked && setFound({ run: null, error }),
      );
    };
    read();
    const stop = api.subscribe((event) => {
      const isOwn = event.run === id && (event.event === "end" || event.event === "start");
      if (isOwn || event.event === "listening") read();
    });
    return () => {
      current = false;
      stop();
    };
  }, [api, id]);
  return found.run && found.run.run !== id ? { run: null, error: null } : found;
}
