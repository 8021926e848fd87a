/** The start of the page: the key of the address becomes a token, then the shell is drawn. */

import { html, render } from "holdfast/vendor/preact.js";
import { enter } from "holdfast/api.js";
import { App } from "holdfast/app.js";

const KEPT = "holdfast.token";

/** The token of an address with a key, or that of an earlier visit; null if there is none. */
async function admit() {
  const given = new URLSearchParams(location.hash.replace(/^#\/?\??/, ""));
  const key = given.get("key");
  if (!key) return localStorage.getItem(KEPT);
  const run = given.get("run") ?? "";
  const place = /^\d+$/.test(run) ? `/run/${run}/trace` : "/";
  history.replaceState(null, "", `${location.pathname}#${place}`);
  try {
    localStorage.setItem(KEPT, await enter(key));
  } catch {
    /* a key works once: after a reload the token of the first time is still good */
  }
  return localStorage.getItem(KEPT);
}

const token = await admit();
const nonce = document.querySelector("meta[name=csp-nonce]")?.getAttribute("content") ?? "";
const root = /** @type {HTMLElement} */ (document.getElementById("app"));
render(html`<${App} token=${token} nonce=${nonce} />`, root);
