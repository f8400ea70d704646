// The build that this page was loaded from.

let build = ''
let onNewBuild: () => void = () => undefined
/** Stores this page's build id, and the callback that runs when a response comes from another build. */
export function watchBuild(current: string, changed: () => void) {
  build = current
  onNewBuild = changed
}

/** Compares a response's build id with that of the page. An empty or missing id is ignored. */
export function answeredBy(served: string | null) {
  if (build && served && served !== build) onNewBuild()
}
