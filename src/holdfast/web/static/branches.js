/** Branches of a walk: paths that were left for another one, kept by the page. */

/** @typedef {{name: string, path: string[], at: number}} Branch `at`: where it leaves the main one */

/**
 * The branches after a walk went on from `path` to `next`: what is cut off is kept.
 * @param {Branch[]} branches
 * @param {string[]} path
 * @param {string[]} next
 * @returns {Branch[]}
 */
export function keepBranch(branches, path, next) {
  const shared = sharedLength(path, next);
  const isLost = shared < path.length;
  const rest = branches.filter((branch) => !isPrefix(branch.path, next));
  if (!isLost || rest.some((branch) => isPrefix(path, branch.path))) return rest;
  const kept = rest.filter((branch) => !isPrefix(branch.path, path));
  const number = 1 + Math.max(0, ...branches.map((branch) => Number(branch.name.slice(1))));
  return [...kept, { name: `b${number}`, path, at: shared }];
}

/** @param {string[]} one @param {string[]} other */
export function sharedLength(one, other) {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** @param {string[]} one @param {string[]} other */
function isPrefix(one, other) {
  return one.length <= other.length && sharedLength(one, other) === one.length;
}
