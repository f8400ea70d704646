// Which build of the product this page is.

let build = ''
let onNewBuild: () => void = () => undefined
/** Says which build this page is, and what to do when the server's is another. */
export function watchBuild(current: string, changed: () => void) {
  build = current
  onNewBuild = changed
}

/** The build that answered; '' when it does not say. */
export function answeredBy(served: string | null) {
  if (build && served && served !== build) onNewBuild()
}
