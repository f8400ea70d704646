export function newBuild(_path: string) {
  location.reload()
}
export function denied() {}
